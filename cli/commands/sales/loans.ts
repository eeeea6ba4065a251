import { actionCommand } from '../../action-command.ts';
import { flag, text } from '../../command.ts';
import { exportCommand } from '../../export-command.ts';
import { findByNumber } from '../../find-record.ts';
import { listCommand } from '../../list-command.ts';
import { moneyColumn, numberColumn, textColumn } from '../../output.ts';
import type { Session } from '../../session.ts';
import { findCustomer } from '../customers/customers.ts';
import { findItem } from './stock.ts';

const columns = [
  textColumn('loanNumber', 'Loan'),
  textColumn('status', 'Status'),
  textColumn('equipmentNumber', 'Item'),
  textColumn('description', 'Name'),
  textColumn('serial', 'Serial number'),
  numberColumn('quantity', 'Units'),
  textColumn('customerNumber', 'Customer'),
  textColumn('customerName', 'Name'),
  textColumn('issuedOn', 'Issued'),
  textColumn('issuedBy', 'By'),
  moneyColumn('valueUsd', 'Value USD'),
  textColumn('endedOn', 'Ended'),
] as const;

const collectColumns = [
  textColumn('customerLocation', 'Location'),
  textColumn('customerNumber', 'Customer'),
  textColumn('customerName', 'Name'),
  textColumn('customerPhone', 'Telephone'),
  textColumn('customerAddress', 'Address'),
  textColumn('description', 'Equipment'),
  textColumn('serial', 'Serial number'),
  numberColumn('quantity', 'Units'),
  textColumn('loanNumber', 'Loan'),
  textColumn('issuedOn', 'Issued'),
] as const;

const location = text('location', "Only customers of this location, such as 'Juba Central'");
const status = text('status', 'out, good, damaged, lost or all');

const findLoan = (session: Session, typed: string) =>
  findByNumber(
    session,
    { operation: 'listLoans', field: 'loanNumber', noun: 'Loan', kind: 'loan' },
    typed,
  );

export const loanCommands = [
  listCommand({
    name: 'loans list',
    summary: 'List equipment on loan, newest first',
    operation: 'listLoans',
    columns,
    filters: {
      customer: text('id', 'Only those of this customer, such as SC003'),
      status,
      location,
    },
    async input(session, { customer, ...query }) {
      if (!customer) return { query };
      return { query: { ...query, customerId: (await findCustomer(session, customer)).id } };
    },
    examples: ['isp loans list --status out', 'isp loans list --customer SC003 --format json'],
  }),
  listCommand({
    name: 'loans collect',
    summary: 'List what is to be collected from Inactive customers, by location',
    operation: 'listLoans',
    columns: collectColumns,
    filters: { location },
    async input(_session, options) {
      return { query: { sort: 'location', ...options, collect: 'true' } };
    },
    examples: ['isp loans collect', 'isp loans collect --location Wau --format csv'],
  }),
  actionCommand({
    name: 'loans issue',
    summary: 'Issue equipment to a customer',
    args: {
      item: { help: 'Number of the item, such as EQ-001' },
      customer: { help: 'The customer, such as SC003' },
    },
    options: {
      serial: text('number', 'Serial number of the unit, of items that have them'),
      mac: text('address', 'MAC address of the unit; the one that is known when left out'),
      quantity: text('units', 'Units of an item without serial numbers; one when left out'),
      notes: text('text', 'Notes'),
      keepFields: flag("Leave the customer's technical fields as they are"),
    },
    examples: ['isp loans issue EQ-001 SC003 --serial SN-001'],
    operation: 'createLoan',
    columns,
    async input(session, { args, options }) {
      const { mac, keepFields, ...fields } = options;
      const { id: customerId } = await findCustomer(session, args.customer);
      const equipmentId = await findItem(session, args.item);
      return {
        body: { ...fields, customerId, equipmentId, macAddress: mac, updateCustomer: !keepFields },
      };
    },
  }),
  actionCommand({
    name: 'loans return',
    summary: 'Take equipment back as good, damaged or lost',
    args: {
      loan: { help: 'Number of the loan, such as LN-2026-0001' },
      status: { help: 'good goes back into stock; damaged and lost are written off' },
    },
    options: { notes: text('text', 'Notes') },
    examples: ['isp loans return LN-2026-0001 good', 'isp loans return LN-2026-0002 lost'],
    operation: 'returnLoan',
    columns,
    async input(session, { args, options }) {
      const { id, version } = await findLoan(session, args.loan);
      return {
        params: { id },
        body: { ...options, status: args.status, version },
      };
    },
  }),
  exportCommand({
    name: 'loans export',
    operation: 'exportLoans',
    filters: { status, location, collect: text('true', "'true': only what is to be collected") },
    examples: ['isp loans export --output loans.xlsx', 'isp loans export --collect true'],
  }),
];
