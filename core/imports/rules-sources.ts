import type { BuiltImportType } from './schema-types.ts';

/**
 * Where a field may come from: the first list of columns with a text counts, and its texts are joined. Columns that the
 * file does not have are left out. `negate` changes the sign of an amount, and `less` subtracts another column.
 */
export interface SourceColumns {
  first: readonly (readonly string[])[];
  negate?: true;
  less?: string;
}

/** A file of another system that is known by its headers, with its ready mapping. */
export interface ImportSource {
  key: string;
  /** For the user: the system and what the file holds. */
  name: string;
  type: BuiltImportType;
  /** The file is one of these if it has a header of each list. Spelling, case and order of the columns do not matter. */
  recognised: readonly (readonly string[])[];
  /** Headers that such a file does not have. */
  without?: readonly string[];
  /** Field → the possible sources; the first of which the file has a column counts. */
  map: Readonly<Record<string, readonly SourceColumns[]>>;
  /** Field → text of the file → the portal's value. An empty value leaves the cell out. */
  values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Field → the value of all rows, if no column of the file holds it. */
  set: Readonly<Record<string, string>>;
  /** Several rows with one customer id are one customer. */
  combinesRows?: true;
  notes: readonly string[];
}

/** The first of these columns that the file has. */
function column(...names: readonly string[]): SourceColumns[] {
  return names.map((name) => ({ first: [[name]] }));
}

/** The first of these columns that has a text, row by row. */
function filled(...names: readonly string[]): SourceColumns[] {
  return [{ first: names.map((name) => [name]) }];
}

const NAME_OF_COMPANY_OR_PERSON: SourceColumns[] = [
  { first: [['Company name'], ['First name', 'Last name']] },
];
const TOWNS = { Juba: 'Juba Central' };
const BALANCE_NOTE =
  'The balance becomes the opening balance. Open invoices that are imported too are part of it already: leave openingBalanceUsd out then.';
const DOLLARS_NOTE = 'Amounts are taken as US dollars; check the currency of the file.';
const NO_PAYMENT_DATE_NOTE =
  'The file does not say when an invoice was paid: paid invoices need a payment date, unless they are from before the opening date of the books.';
const DRAFT_NOTE = 'Drafts are refused, because they have not been issued.';
const BY_NAME_NOTE =
  'The file has no customer ids: customers are found by their names, and a name that several customers have is refused.';

/**
 * The known systems. Where their headers are published is listed in fixtures/SOURCES.md. Add a system as a row here, with
 * a file of invented people in fixtures/files/imports.
 */
export const importSources: readonly ImportSource[] = [
  {
    key: 'splynx-customers',
    name: 'Splynx: customers',
    type: 'customers',
    recognised: [
      ['ID'],
      ['Portal login', 'login'],
      ['Full name', 'name'],
      ['Billing type', 'Partner', 'Partner ID', 'Internet plans', 'Category', 'MRR total'],
    ],
    map: {
      customerId: column('ID'),
      name: column('Full name', 'name'),
      type: column('Category'),
      email: filled('Email', 'Billing email'),
      phone: filled('Phone number', 'Phone', 'Mobile number'),
      location: column('City'),
      address: [{ first: [['Street', 'Street 1', 'Street 2']] }],
      packageType: column('Internet plans', 'Internet plan', 'Tariff plan'),
      monthlyFeeUsd: column('MRR total', 'MRR'),
      serviceStartDate: column('Date add', 'Date added', 'Conversion date'),
      status: column('Status'),
      // In Splynx a positive balance is what the customer has paid ahead.
      openingBalanceUsd: [{ first: [['Account balance'], ['Deposit'], ['Balance']], negate: true }],
    },
    values: {
      type: { person: 'individual', private: 'individual', company: 'business' },
      status: { New: 'Inactive', Blocked: 'Suspended', Disabled: 'Inactive', Online: 'Active' },
      location: TOWNS,
    },
    set: { packageType: 'Flexible Plan' },
    notes: [
      'Choose for each internet plan the package that it is.',
      'New customers, who have no service yet, become Inactive.',
      BALANCE_NOTE,
      DOLLARS_NOTE,
    ],
  },
  {
    key: 'splynx-invoices',
    name: 'Splynx: invoices',
    type: 'billing',
    recognised: [
      ['Number'],
      ['Customer ID', 'Customer name', 'Customer'],
      ['Document date', 'Date created'],
      ['Total'],
      ['Due', 'Payment date', 'Date payment'],
    ],
    map: {
      invoiceId: column('Number'),
      customerId: column('Customer ID'),
      customerName: column('Customer name', 'Customer'),
      amountUsd: column('Total'),
      billDate: column('Document date', 'Date created'),
      dueDate: column('Payment due date', 'Payment due', 'Date till'),
      status: column('Status'),
      paidAmountUsd: [{ first: [['Total']], less: 'Due' }],
      paidDate: column('Payment date', 'Date payment'),
      paymentAccount: column('Payment type'),
      notes: column('Note', 'Memo'),
    },
    values: {
      // Without a status the paid amount decides.
      status: {
        Unpaid: '',
        'Not paid': '',
        not_paid: '',
        Overdue: '',
        Pending: '',
        Deleted: 'cancelled',
      },
      paymentAccount: { Cash: 'cash', 'Bank transfer': 'bank' },
      paidDate: { '0000-00-00': '' },
    },
    set: {},
    notes: [
      'What is paid is the total less what is due.',
      'Choose for each payment type the account that received it.',
      DOLLARS_NOTE,
    ],
  },
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
    without: ['Invoice number', 'Paid to Date'],
    map: {
      customerId: column('ID', 'Client ID', 'Custom ID', 'User ident'),
      name: NAME_OF_COMPANY_OR_PERSON,
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
      'Leave leads out of the file: they would become customers.',
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
        Unpaid: '',
        Overdue: '',
        '1': '',
        '2': 'partial',
        '3': 'paid',
        Void: 'cancelled',
        '4': 'cancelled',
      },
    },
    set: {},
    notes: [BY_NAME_NOTE, NO_PAYMENT_DATE_NOTE, DRAFT_NOTE, DOLLARS_NOTE],
  },
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
    key: 'invoice-ninja-clients',
    name: 'Invoice Ninja: clients',
    type: 'customers',
    recognised: [
      ['Name', 'Client Name'],
      ['Number', 'Client Number'],
      ['Balance', 'Client Balance'],
      ['Paid to Date', 'Client Paid to Date'],
    ],
    without: ['Invoice Number', 'Invoice Invoice Number', 'Amount', 'Invoice Amount', 'Due Date'],
    map: {
      customerId: column('Number', 'Client Number'),
      name: [
        {
          first: [
            ['Name'],
            ['Client Name'],
            ['First Name', 'Last Name'],
            ['Contact First Name', 'Contact Last Name'],
          ],
        },
      ],
      type: column('Classification', 'Client Classification'),
      email: filled('Email', 'Contact Email'),
      phone: filled('Phone', 'Client Phone', 'Contact Phone', 'Client Contact Phone'),
      location: column('City', 'Client City'),
      address: [
        {
          first: [
            ['Street', 'Apt/Suite'],
            ['Client Street', 'Client Apt/Suite'],
          ],
        },
      ],
      openingBalanceUsd: column('Balance', 'Client Balance'),
    },
    values: {
      type: {
        business: 'business',
        company: 'business',
        partnership: 'business',
        trust: 'business',
        charity: 'business',
        government: 'business',
        other: '',
      },
      location: TOWNS,
    },
    set: { packageType: 'Flexible Plan' },
    notes: [
      'The file has no packages and no fees; set them afterwards, or import them with another file.',
      BALANCE_NOTE,
      DOLLARS_NOTE,
    ],
  },
  {
    key: 'invoice-ninja-invoices',
    name: 'Invoice Ninja: invoices',
    type: 'billing',
    recognised: [
      ['Invoice Number', 'Invoice Invoice Number'],
      ['Client Name', 'Client', 'Name'],
      ['Amount', 'Invoice Amount'],
      ['Balance', 'Invoice Balance'],
    ],
    map: {
      invoiceId: column('Invoice Number', 'Invoice Invoice Number'),
      customerId: column('Client Number'),
      customerName: column('Client Name', 'Client', 'Name'),
      amountUsd: column('Amount', 'Invoice Amount'),
      billDate: column('Date', 'Invoice Date'),
      dueDate: column('Due Date', 'Invoice Due Date'),
      status: column('Status', 'Invoice Status'),
      paidAmountUsd: [
        ...column('Paid to Date', 'Invoice Paid to Date', 'Paid'),
        { first: [['Amount'], ['Invoice Amount']], less: 'Balance' },
        { first: [['Amount'], ['Invoice Amount']], less: 'Invoice Balance' },
      ],
      notes: column('Public Notes', 'Invoice Public Notes'),
    },
    values: {
      status: {
        Sent: '',
        Viewed: '',
        Unpaid: '',
        'Past Due': '',
        Overdue: '',
        Reversed: 'cancelled',
      },
    },
    set: {},
    notes: [BY_NAME_NOTE, NO_PAYMENT_DATE_NOTE, DRAFT_NOTE, DOLLARS_NOTE],
  },
];
