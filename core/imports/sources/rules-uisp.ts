import {
  BALANCE_NOTE,
  BY_NAME_NOTE,
  column,
  DOLLARS_NOTE,
  DRAFT_NOTE,
  filled,
  type ImportSource,
  NO_PAYMENT_DATE_NOTE,
  type SourceColumns,
  TOWNS,
} from './rules-source.ts';

const NAME_OF_COMPANY_OR_PERSON: SourceColumns[] = [
  { first: [['Company name'], ['First name', 'Last name']] },
];

/** Files exported from UISP CRM. */
export const uispSources: readonly ImportSource[] = [
  {
    key: 'uisp-clients',
    name: 'UISP CRM: clients',
    type: 'customers',
    recognised: [
      ['ID', 'Client ID', 'Custom ID', 'User ident'],
      ['First name'],
      ['Last name'],
      ['Company name'],
    ],
    without: ['Invoice number', 'Paid to Date', 'Contact Type', 'Display Name', 'Organization'],
    map: {
      customerId: column('ID', 'Client ID', 'Custom ID', 'User ident'),
      name: NAME_OF_COMPANY_OR_PERSON,
      kind: column('isLead', 'Is lead', 'Lead'),
      type: column('Client type', 'Type'),
      email: filled('Email', 'Email 1', 'Email 2', 'Username'),
      phone: filled('Phone', 'Phone 1', 'Phone 2', 'Phone 3', 'Mobile'),
      location: column('City'),
      address: [{ first: [['Street', 'Street 1', 'Street 2'], ['Full address'], ['Address']] }],
      packageType: column('Service plan', 'Services', 'Service'),
      monthlyFeeUsd: column('Service price', 'Price'),
      serviceStartDate: column('Registration date', 'Active from', 'Created date'),
      status: column('Status', 'Is active'),
      openingBalanceUsd: [
        { first: [['Account balance'], ['Balance']], negate: true },
        ...column('Account outstanding', 'Outstanding'),
      ],
    },
    values: {
      type: {
        Residential: 'individual',
        '1': 'individual',
        Company: 'business',
        Commercial: 'business',
        '2': 'business',
      },
      status: {
        true: 'Active',
        yes: 'Active',
        '1': 'Active',
        false: 'Inactive',
        no: 'Inactive',
        '0': 'Inactive',
        Archived: 'Inactive',
        Ended: 'Inactive',
      },
      location: TOWNS,
    },
    set: { packageType: 'Flexible Plan' },
    notes: [
      'A company is named by its company name, a person by first and last name.',
      'Leads are left out.',
      BALANCE_NOTE,
      DOLLARS_NOTE,
    ],
  },
  {
    key: 'uisp-invoices',
    name: 'UISP CRM: invoices',
    type: 'billing',
    recognised: [
      ['Number', 'Invoice number'],
      ['Client firstname', 'Client name', 'Client company name', 'Client'],
      ['Created date'],
      ['Amount paid', 'Amount due'],
    ],
    map: {
      invoiceId: column('Number', 'Invoice number'),
      customerId: column('Client ID'),
      customerName: [
        {
          first: [
            ['Client company name'],
            ['Client firstname', 'Client lastname'],
            ['Client name'],
            ['Client'],
          ],
        },
      ],
      amountUsd: column('Total'),
      billDate: column('Created date'),
      dueDate: column('Due date'),
      status: column('Status'),
      paidAmountUsd: column('Amount paid'),
      notes: column('Notes'),
    },
    values: {
      status: {
        Overdue: '',
        '1': '',
        '2': 'partial',
        '3': 'paid',
        '4': 'cancelled',
      },
    },
    set: {},
    notes: [BY_NAME_NOTE, NO_PAYMENT_DATE_NOTE, DRAFT_NOTE, DOLLARS_NOTE],
  },
];
