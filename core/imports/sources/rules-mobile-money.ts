import { column, filled, type ImportSource, STATEMENT_NOTE } from './rules-source.ts';

/** Statements of mobile money. */
export const mobileMoneySources: readonly ImportSource[] = [
  {
    key: 'mpesa-statement',
    name: 'M-Pesa: statement of a business',
    type: 'cash',
    recognised: [['Receipt No.'], ['Completion Time'], ['Paid In'], ['Withdrawn']],
    map: {
      date: column('Completion Time'),
      moneyInUsd: column('Paid In'),
      moneyOutUsd: column('Withdrawn'),
      balance: column('Balance'),
      reference: column('Receipt No.'),
      description: column('Details'),
      customerId: column('A/C No.'),
      counterAccount: column('Reason Type'),
      status: column('Transaction Status'),
    },
    values: {},
    set: { currency: 'KES' },
    notes: [
      'The statement does not say its currency: M-Pesa keeps the currency of its country. Say in the field currency which it is, or choose the fields of pounds.',
      'A/C No. is read as the customer id, and Reason Type as the account of lines without a customer: choose for each of its texts the account that it is.',
      STATEMENT_NOTE,
    ],
  },
  {
    key: 'mtn-momo-statement',
    name: 'MTN MoMo: statement of a business',
    type: 'cash',
    recognised: [
      ['Id', 'Transaction Id', 'Financial Transaction Id'],
      ['External id', 'External Transaction Id'],
      ['From', 'From name', 'From Account'],
      ['To', 'To name', 'To Account'],
      ['Amount'],
    ],
    map: {
      date: column('Date', 'Transaction Date'),
      amountUsd: column('Amount'),
      balance: column('Balance'),
      direction: column('Direction'),
      reference: column('Financial Transaction Id', 'Transaction Id', 'Id'),
      description: filled('Note/Message', 'To message', 'Information 1', 'Type'),
      customerName: column('From name'),
      status: column('Status'),
      currency: column('Currency'),
    },
    values: {},
    set: {},
    notes: [
      'Payers are found by the name of the sender; check those whose money somebody else sent.',
      STATEMENT_NOTE,
    ],
  },
];
