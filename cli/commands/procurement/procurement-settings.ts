import { invalidField } from '@nimule/core/kernel/errors';
import { defineCommand, text } from '../../command.ts';
import { moneyColumn, printRecord, textColumn } from '../../output.ts';

/** A percentage in hundredths: '2.5' is 250. @throws AppError invalid. */
function pointsOf(percent: string): number {
  if (percent.length > 10 || !/^\d{1,3}(?:\.\d{1,2})?$/.test(percent))
    invalidField('tolerance', 'Enter a percentage from 0 to 100, such as 2.5.');
  return Math.round(Number(percent) * 100);
}

/** 'none' is no limit. */
const limitOf = (amount: string | undefined) => (amount?.toLowerCase() === 'none' ? null : amount);

/** 'admin, ceo'; 'none' is nobody. */
const rolesOf = (names: string) =>
  names.toLowerCase() === 'none'
    ? []
    : names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');

export const procurementSettingsCommands = [
  defineCommand({
    name: 'orders settings',
    summary:
      'Show or change limits of approval, the tolerance of bills and orders without a requisition',
    details:
      'Administrators approve requisitions and orders up to the limit; privileged roles approve any. A bill whose price differs from the order by more than the tolerance is held.',
    options: {
      adminLimitUsd: text('amount', "Up to this amount in US dollars, or 'none' for any"),
      tolerance: text('percent', "In percent of the order's price"),
      freeOrderRoles: text('roles', "Who may order without a requisition, 'admin,ceo', or 'none'"),
      freeOrderLimitUsd: text(
        'amount',
        "Without a requisition up to this amount, or 'none' for any",
      ),
    },
    answers: true,
    examples: [
      'isp orders settings',
      'isp orders settings --admin-limit-usd 5000 --tolerance 2',
      'isp orders settings --free-order-roles admin --free-order-limit-usd 200',
    ],
    async run({ io, options, format, open }) {
      const { adminLimitUsd, tolerance, freeOrderRoles, freeOrderLimitUsd } = options;
      const points = tolerance === undefined ? undefined : pointsOf(tolerance);
      const session = await open();
      const before = (await session.call('getProcurementSettings', {})).body;
      const limit = limitOf(adminLimitUsd);
      const freeLimit = limitOf(freeOrderLimitUsd);
      const body = {
        adminLimitUsd: limit === undefined ? before.adminLimitUsd : limit,
        priceTolerancePoints: points ?? before.priceTolerancePoints,
        ...(freeOrderRoles === undefined ? {} : { freeOrderRoles: rolesOf(freeOrderRoles) }),
        ...(freeLimit === undefined ? {} : { freeOrderLimitUsd: freeLimit }),
      };
      const isChange = Object.values(options).some((value) => value !== undefined);
      const after = isChange
        ? (await session.call('updateProcurementSettings', { body })).body
        : before;
      const shown = {
        adminLimitUsd: after.adminLimitUsd,
        tolerance: Number(after.priceTolerancePoints) / 100,
        freeOrderRoles: after.freeOrderRoles.join(', '),
        freeOrderLimitUsd: after.freeOrderLimitUsd,
      };
      await printRecord(io, format, shown, [
        moneyColumn('adminLimitUsd', 'Administrators approve up to USD'),
        textColumn('tolerance', 'Tolerance of bills in percent'),
        textColumn('freeOrderRoles', 'Order without a requisition'),
        moneyColumn('freeOrderLimitUsd', 'Without a requisition up to USD'),
      ]);
    },
  }),
];
