import { actionCommand } from '../action-command.ts';
import { type Command, defineCommand, flag, required, text } from '../command.ts';
import { listCommand } from '../list-command.ts';
import { instantColumn, moneyColumn, printRecord, textColumn } from '../output.ts';

const id = { help: 'Id of the request, from isp approvals list' };

const decided = [
  textColumn('record', 'Record'),
  textColumn('summary', 'What'),
  moneyColumn('amountUsd', 'Amount USD'),
  textColumn('status', 'Status'),
  textColumn('decidedBy', 'Decided by'),
  textColumn('decisionReason', 'Reason'),
];

function decide(name: 'accept' | 'refuse', summary: string): Command {
  return actionCommand({
    name: `approvals ${name}`,
    summary,
    args: { id },
    options: {
      reason: required('text', 'Why'),
      ...(name === 'accept'
        ? { sameReference: flag('Accept it although another payment has the reference') }
        : {}),
    },
    examples: [`isp approvals ${name} 12 --reason "Looked at the shelf"`],
    operation: 'decideApproval',
    columns: decided,
    input(_, { args, options }) {
      const body = { ...options, accept: name === 'accept' };
      return { params: args, body };
    },
  });
}

export const approvalCommands = [
  listCommand({
    name: 'approvals list',
    summary: 'List what waits for a decision, oldest first',
    details:
      'Requisitions and purchase orders, which have no id here, are decided on in their own lists.',
    operation: 'listWaiting',
    columns: [
      textColumn('approvalId', 'Id'),
      textColumn('kind', 'Kind'),
      textColumn('record', 'Record'),
      textColumn('summary', 'What'),
      moneyColumn('amountUsd', 'Amount USD'),
      textColumn('requestedBy', 'Asked by'),
      textColumn('reason', 'Reason'),
      instantColumn('requestedAt', 'Since'),
      textColumn('refusal', 'Not by you'),
      textColumn('deciders', 'Who can decide'),
    ],
    filters: { mine: flag('Only what you may decide') },
    pages: {},
    examples: ['isp approvals list', 'isp approvals list --mine --format json'],
  }),
  decide('accept', 'Accept what was asked for'),
  decide('refuse', 'Refuse what was asked for'),
  actionCommand({
    name: 'approvals withdraw',
    summary: 'Withdraw a request of money or pay that waits, whoever asked for it',
    details:
      'Nothing of it was done. Requests about a record, such as a stock count, end with their record.',
    args: { id },
    examples: ['isp approvals withdraw 12'],
    operation: 'withdrawApproval',
    columns: decided,
    input: (_, { args }) => ({ params: args }),
  }),
  defineCommand({
    name: 'approvals limits',
    summary: 'Show or change the amounts of a day above which another person decides',
    details:
      'US dollars of a day to one payee; of expenses, of one person in one category. What the shell does never waits.',
    options: {
      expenseUsd: text('amount', 'Expenses, and recurring expenses of a category in a month'),
      supplierPaymentUsd: text('amount', 'Payments to a supplier without a bill'),
      advanceUsd: text('amount', 'Advances to an employee'),
      refundUsd: text('amount', 'Refunds to a customer'),
      grantUsd: text('amount', 'Credit granted to a customer'),
    },
    answers: true,
    examples: ['isp approvals limits', 'isp approvals limits --expense-usd 1500 --refund-usd 100'],
    async run({ io, options, format, open }) {
      const session = await open();
      const before = (await session.call('approvalLimits', {})).body;
      const sent = Object.fromEntries(
        Object.entries(options).filter(([, value]) => value !== undefined),
      );
      const isChange = Object.keys(sent).length > 0;
      const after = isChange
        ? (await session.call('updateApprovalLimits', { body: { ...before, ...sent } })).body
        : before;
      await printRecord(io, format, after, [
        moneyColumn('expenseUsd', 'Expenses USD'),
        moneyColumn('supplierPaymentUsd', 'Payments without a bill USD'),
        moneyColumn('advanceUsd', 'Advances USD'),
        moneyColumn('refundUsd', 'Refunds USD'),
        moneyColumn('grantUsd', 'Granted credit USD'),
      ]);
    },
  }),
];
