import { actionCommand } from '../../action-command.ts';
import { text } from '../../command.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, moneyColumn, textColumn } from '../../output.ts';

const columns = [
  textColumn('purpose', 'Purpose'),
  moneyColumn('rate', 'SSP for 1 USD'),
  textColumn('validFrom', 'From'),
  instantColumn('createdAt', 'Entered'),
  textColumn('createdBy', 'By'),
  textColumn('note', 'Note'),
];

export const rateCommands = [
  listCommand({
    name: 'rates list',
    summary: 'List the exchange rates, newest first',
    operation: 'listRates',
    columns,
    pages: {},
    examples: ['isp rates list'],
  }),
  actionCommand({
    name: 'rates set',
    summary: 'Add a rate from a date on; documents keep theirs',
    args: { rate: { help: 'SSP for 1 USD' } },
    options: {
      purpose: text('purpose', 'standard or voucher; standard when left out'),
      validFrom: text('date', 'First day, 2026-12-01; today when left out'),
      note: text('text', 'Why'),
    },
    examples: ['isp rates set 420 --valid-from 2026-12-01 --note "Central bank"'],
    operation: 'updateRate',
    columns,
    input: (_, { args, options }) => ({
      body: { rate: args.rate, ...options },
    }),
  }),
];
