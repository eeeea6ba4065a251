import { type Command, defineCommand, flag, required } from '../command.ts';
import { listCommand } from '../list-command.ts';
import { instantColumn, moneyColumn, printRecord, textColumn } from '../output.ts';

const id = { help: 'Id of the request, from isp approvals list' };

function decide(name: 'accept' | 'refuse', summary: string): Command {
  return defineCommand({
    name: `approvals ${name}`,
    summary,
    args: { id },
    options: {
      reason: required('text', 'Why'),
      ...(name === 'accept'
        ? { sameReference: flag('Accept it although another payment has the reference') }
        : {}),
    },
    answers: true,
    examples: [`isp approvals ${name} 12 --reason "Looked at the shelf"`],
    async run({ io, args, options, format, open }) {
      const session = await open();
      const body = { ...options, accept: name === 'accept' };
      const { body: decided } = await session.call('decideApproval', { params: args, body });
      await printRecord(io, format, decided, [
        textColumn('record', 'Record'),
        textColumn('summary', 'What'),
        moneyColumn('amountUsd', 'Amount USD'),
        textColumn('status', 'Status'),
        textColumn('decidedBy', 'Decided by'),
        textColumn('decisionReason', 'Reason'),
      ]);
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
    ],
    filters: { mine: flag('Only what you may decide') },
    pages: {},
    examples: ['isp approvals list', 'isp approvals list --mine --format json'],
  }),
  decide('accept', 'Accept what was asked for'),
  decide('refuse', 'Refuse what was asked for'),
];
