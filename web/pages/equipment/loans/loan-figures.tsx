import { formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { Figures } from '../../../ui/stat-card.tsx';

const count = new Intl.NumberFormat('en-US');

export function LoanFigures() {
  return (
    <Figures
      title="Figures of loans"
      read={useRead('loanStats')}
      figures={[
        {
          title: 'On Loan',
          value: ({ out }) => count.format(out),
          subtitle: 'devices at customers',
        },
        {
          title: 'Value on Loan',
          value: ({ valueUsd }) => formatUsd(valueUsd),
          subtitle: 'at cost',
        },
        {
          title: 'To Collect',
          value: ({ toCollect }) => count.format(toCollect),
          subtitle: 'at Inactive customers',
        },
        {
          title: 'Written Off',
          value: ({ lostThisYearUsd }) => formatUsd(lostThisYearUsd),
          subtitle: 'damaged or lost this year',
        },
      ]}
    />
  );
}
