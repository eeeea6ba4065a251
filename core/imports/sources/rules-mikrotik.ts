import {
  column,
  filled,
  type ImportSource,
  NO_PACKAGES_NOTE,
  VOUCHER_RATE_NOTE,
} from './rules-source.ts';

/** Subscribers in the PPP secrets of a MikroTik router and profiles of its User Manager, from a .csv or an export of RouterOS (.rsc). */
export const mikrotikSources: readonly ImportSource[] = [
  {
    key: 'mikrotik-secrets',
    name: 'MikroTik: PPP secrets',
    type: 'customers',
    recognised: [
      ['name'],
      ['profile'],
      ['service', 'password'],
      ['remote-address', 'caller-id', 'comment', 'local-address'],
    ],
    map: {
      customerId: column('name'),
      name: [{ first: [['comment'], ['name']] }],
      phone: column('comment'),
      status: column('disabled'),
      ipAddress: column('remote-address'),
      macAddress: column('caller-id'),
    },
    values: {
      status: {
        true: 'Suspended',
        yes: 'Suspended',
        X: 'Suspended',
        false: 'Active',
        no: 'Active',
      },
    },
    set: { packageType: 'Flexible Plan' },
    notes: [
      'The login is the customer id; the comment is the name, and a telephone number in it is read.',
      'Disabled secrets become Suspended. Passwords are not read.',
      NO_PACKAGES_NOTE,
    ],
  },
  {
    key: 'mikrotik-profiles',
    name: 'MikroTik: profiles of User Manager',
    type: 'bundles',
    recognised: [
      ['name'],
      ['price'],
      ['validity'],
      ['name-for-users', 'starts-when', 'starts-at', 'override-shared-users'],
    ],
    map: {
      name: filled('name-for-users', 'name'),
      priceUsd: column('price'),
      validity: column('validity'),
      description: column('comment'),
      speed: column('rate-limit'),
    },
    values: {},
    set: {},
    notes: ['Limits of data are not in the profiles: set them in the bundles.', VOUCHER_RATE_NOTE],
  },
];
