import { invalidField } from '@nimule/core/kernel/errors';
import { defineCommand, text } from '../../command.ts';
import { moneyColumn, printRecord, textColumn } from '../../output.ts';

/** A percentage in hundredths: '2.5' is 250. @throws AppError invalid. */
function pointsOf(percent: string): number {
  if (percent.length > 10 || !/^\d{1,3}(?:\.\d{1,2})?$/.test(percent))
    invalidField('tolerance', 'Enter a percentage from 0 to 100, such as 2.5.');
  return Math.round(Number(percent) * 100);
}

export const procurementSettingsCommands = [
  defineCommand({
    name: 'orders settings',
    summary: 'Show or change the limit of approval and the tolerance of bills',
    details:
      'Administrators approve requisitions and orders up to the limit; privileged roles approve any. A bill whose price differs from the order by more than the tolerance is held.',
    options: {
      adminLimitUsd: text('amount', "Up to this amount in US dollars, or 'none' for any"),
      tolerance: text('percent', "In percent of the order's price"),
    },
    answers: true,
    examples: ['isp orders settings', 'isp orders settings --admin-limit-usd 5000 --tolerance 2'],
    async run({ io, options, format, open }) {
      const { adminLimitUsd, tolerance } = options;
      const points = tolerance === undefined ? undefined : pointsOf(tolerance);
      const session = await open();
      const before = (await session.call('getProcurementSettings', {})).body;
      const limit = adminLimitUsd?.toLowerCase() === 'none' ? null : adminLimitUsd;
      const body = {
        adminLimitUsd: limit === undefined ? before.adminLimitUsd : limit,
        priceTolerancePoints: points ?? before.priceTolerancePoints,
      };
      const isChange = limit !== undefined || points !== undefined;
      const after = isChange
        ? (await session.call('updateProcurementSettings', { body })).body
        : before;
      const shown = {
        adminLimitUsd: after.adminLimitUsd,
        tolerance: Number(after.priceTolerancePoints) / 100,
      };
      await printRecord(io, format, shown, [
        moneyColumn('adminLimitUsd', 'Administrators approve up to USD'),
        textColumn('tolerance', 'Tolerance of bills in percent'),
      ]);
    },
  }),
];
