import {
  column,
  DOLLARS_NOTE,
  type ImportSource,
  TOWNS,
  VOUCHER_RATE_NOTE,
} from './rules-source.ts';

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
    key: 'phpnuxbill-plans',
    name: 'PHPNuxBill: plans',
    type: 'bundles',
    recognised: [['name_plan'], ['price'], ['validity'], ['validity_unit']],
    without: ['username'],
    map: {
      name: column('name_plan'),
      service: column('type'),
      priceUsd: column('price'),
      validity: [{ first: [['validity', 'validity_unit']] }],
      limit: [{ first: [['typebp', 'limit_type']] }],
      data: [{ first: [['data_limit', 'data_unit']] }],
      speed: column('rate'),
      active: column('enabled'),
    },
    values: {
      // What a plan without a limit keeps of an earlier one says nothing.
      limit: {
        'Unlimited Data_Limit': 'unlimited',
        'Unlimited Time_Limit': 'unlimited',
        'Unlimited Both_Limit': 'unlimited',
        'Unlimited NULL': 'unlimited',
        'Limited Data_Limit': 'data',
      },
    },
    set: {},
    notes: [
      'Plans of PPPoE and VPN are plans of customers, who keep their fee with a Flexible Plan; those of a hotspot become bundles of vouchers.',
      'Vouchers have no time online: a plan with such a limit is refused until you say what it is here.',
      VOUCHER_RATE_NOTE,
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
