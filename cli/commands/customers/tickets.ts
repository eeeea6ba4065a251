import { actionCommand } from '../../action-command.ts';
import { defineCommand, required, text } from '../../command.ts';
import { exportCommand } from '../../export-command.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, moneyColumn, numberColumn, printRecord, textColumn } from '../../output.ts';
import type { Session, WireBody } from '../../session.ts';
import { findUser } from '../users.ts';
import { findCustomer } from './customers.ts';

const columns = [
  textColumn('ticketId', 'Ticket'),
  textColumn('title', 'Title'),
  textColumn('customerName', 'Customer'),
  textColumn('nodeName', 'Node'),
  textColumn('issueType', 'Issue'),
  textColumn('priority', 'Priority'),
  textColumn('status', 'Status'),
  textColumn('assignedName', 'Assigned to'),
  textColumn('due', 'Due'),
  textColumn('visitDate', 'Visit'),
  instantColumn('createdAt', 'Opened'),
] as const;

const filters = {
  status: text('status', 'open, assigned, in_progress, resolved, closed or unresolved'),
  priority: text('priority', 'low, medium, high, critical or urgent (high and critical)'),
  issueType: text('type', 'connection, speed, billing, equipment or repair'),
  due: text('due', 'overdue or soon'),
  visitDate: text('date', 'Only visits of this day'),
  visits: text('visits', 'planned or all'),
} as const;

const ticket = { help: 'Ticket ID, such as TKT-001' };

/** @throws AppError notFound. */
async function findTicket(session: Session, ticketId: string): Promise<WireBody<'lookupTicket'>> {
  return (await session.call('lookupTicket', { query: { ticketId } })).body;
}

/** The user with this username, or null for 'nobody'. @throws AppError notFound. */
async function assigneeOf(session: Session, username: string): Promise<number | null> {
  return username === 'nobody' ? null : (await findUser(session, username)).id;
}

export const ticketCommands = [
  listCommand({
    name: 'tickets list',
    summary: 'List support tickets, newest first',
    operation: 'listTickets',
    columns,
    filters: {
      ...filters,
      assignedTo: text('username', "Only those of this user; 'nobody' for those of nobody"),
      customer: text('customer', 'Only those of this customer, such as SC003'),
    },
    async input(session, { assignedTo, customer, ...query }) {
      const user = assignedTo && (await assigneeOf(session, assignedTo));
      return {
        query: {
          ...query,
          ...(assignedTo ? { assignedTo: user ?? 'nobody' } : {}),
          ...(customer ? { customerId: (await findCustomer(session, customer)).id } : {}),
        },
      };
    },
    examples: [
      'isp tickets list --status unresolved --sort due',
      'isp tickets list --priority urgent --assigned-to nobody --format json',
    ],
  }),
  defineCommand({
    name: 'tickets show',
    summary: 'Show a ticket with its customer and comments',
    args: { ticket },
    answers: true,
    examples: ['isp tickets show TKT-001'],
    async run({ io, args, format, open }) {
      const session = await open();
      const found = await findTicket(session, args.ticket);
      const { body } = await session.call('listTicketComments', { params: { id: found.id } });
      const { customer, comments: _, ...fields } = found;
      const comments = body.map((one) => `${one.createdBy}: ${one.body}`);
      const record = {
        ...fields,
        packageType: customer?.packageType ?? null,
        balanceUsd: customer?.balanceUsd ?? null,
        comments: format === 'table' ? comments.join('\n') : body,
      };
      await printRecord(io, format, record, [
        ...columns,
        textColumn('description', 'Description'),
        textColumn('customerNumber', 'Customer ID'),
        textColumn('customerPhone', 'Phone'),
        textColumn('packageType', 'Package'),
        moneyColumn('balanceUsd', 'Balance USD'),
        instantColumn('responseDueAt', 'Response due'),
        instantColumn('resolutionDueAt', 'Resolution due'),
        textColumn('visitPlace', 'Place of the visit'),
        textColumn('workDone', 'Work done'),
        textColumn('resolution', 'Resolution'),
        numberColumn('attachments', 'Files'),
        textColumn('comments', 'Comments'),
      ]);
    },
  }),
  actionCommand({
    name: 'tickets create',
    summary: 'Open a support ticket',
    options: {
      title: required('text', 'What is wrong, in a few words'),
      description: required('text', 'What is wrong, in detail'),
      customer: text('customer', 'Customer ID, such as SC003'),
      issueType: text('type', 'connection (when left out), speed, billing, equipment or repair'),
      priority: text('priority', 'low, medium (when left out), high or critical'),
      assignedTo: text('username', 'Who works on it'),
      visitDate: text('date', 'Day of a visit'),
      visitPlace: text('place', "Place of the visit, if it is not the customer's address"),
    },
    examples: [
      'isp tickets create --title "No internet" --description "Since the storm" --customer SC003 --priority high',
    ],
    operation: 'createTicket',
    columns,
    async input(session, { options }) {
      const { customer, assignedTo, ...fields } = options;
      const body = {
        ...fields,
        ...(customer ? { customerId: (await findCustomer(session, customer)).id } : {}),
        ...(assignedTo ? { assignedTo: await assigneeOf(session, assignedTo) } : {}),
      };
      return { body };
    },
  }),
  actionCommand({
    name: 'tickets assign',
    summary: 'Assign a ticket to a user',
    args: { ticket, username: { help: "Username, or 'nobody'" } },
    examples: ['isp tickets assign TKT-001 peter', 'isp tickets assign TKT-001 nobody'],
    operation: 'updateTicket',
    columns,
    async input(session, { args }) {
      const { id, version } = await findTicket(session, args.ticket);
      const assignedTo = await assigneeOf(session, args.username);
      const body = { assignedTo, version };
      return { params: { id }, body };
    },
  }),
  actionCommand({
    name: 'tickets resolve',
    summary: 'Resolve a ticket',
    args: { ticket },
    options: { resolution: text('text', 'What helped; a fixed text when left out') },
    examples: ['isp tickets resolve TKT-001 --resolution "Cable replaced"'],
    operation: 'updateTicket',
    columns: [...columns, textColumn('resolution', 'Resolution')],
    async input(session, { args, options }) {
      const { id } = await findTicket(session, args.ticket);
      const body = { status: 'resolved' as const, ...options };
      return { params: { id }, body };
    },
  }),
  exportCommand({
    name: 'tickets export',
    operation: 'exportTickets',
    filters,
    examples: [
      'isp tickets export --status unresolved > tickets.csv',
      'isp tickets export --format xlsx --output tickets.xlsx',
    ],
  }),
];
