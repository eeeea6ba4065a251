import { column, DOLLARS_NOTE, type ImportSource, TOWNS } from './rules-source.ts';

/** Files exported from PHPNuxBill. */
export const phpnuxbillSources: readonly ImportSource[] = [
  {
    key: 'phpnuxbill-customers',
    name: 'PHPNuxBill: customers',
    type: 'customers',
    recognised: [['username'], ['fullname'], ['phonenumber'], ['balance']],
    map: {
      customerId: column('username'),
      name: column('fullname'),
      type: column('account_type'),
      email: column('email'),
      phone: column('phonenumber'),
      location: column('city'),
      address: column('address'),
      packageType: column('namebp'),
      serviceStartDate: column('created_at'),
      status: column('status'),
      openingBalanceUsd: [{ first: [['balance']], negate: true }],
    },
    values: {
      type: { Personal: 'individual', Business: 'business' },
      // What PHPNuxBill stores where nothing was entered.
      email: { '1': '' },
      phone: { '0': '' },
      location: TOWNS,
      status: {
        on: 'Active',
        off: 'Inactive',
        Banned: 'Inactive',
        Disabled: 'Inactive',
        Limited: 'Suspended',
      },
    },
    set: { packageType: 'Flexible Plan' },
    combinesRows: true,
    notes: [
      'Several rows of one customer, one for each plan, become one customer: Active if any plan is on, with the plan that is on.',
      'The balance is what the customer has paid ahead; it becomes his credit.',
      'The file has no prices: choose for each plan the package that it is.',
      DOLLARS_NOTE,
    ],
  },
  {
    key: 'phpnuxbill-transactions',
    name: 'PHPNuxBill: transactions',
    type: 'cash',
    recognised: [['username'], ['plan_name'], ['price'], ['recharged_on'], ['method']],
    map: {
      date: column('recharged_on'),
      amountUsd: column('price'),
      reference: column('invoice'),
      description: column('plan_name'),
      account: column('method'),
      customerId: column('username'),
    },
    values: {},
    set: {},
    notes: [
      'Recharges are read as payments of customers: choose for each method the account that received the money. Leave out those by voucher and from the balance, which moved no money.',
      'The file does not say its currency: take the fields of pounds for a system in pounds.',
      DOLLARS_NOTE,
    ],
  },
];
