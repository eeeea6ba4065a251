import { formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { numberText } from '../../../ui/counted.ts';
import { Figures } from '../../../ui/stat-card.tsx';

/** The cards (seeds/002 3). */
export function EquipmentFigures() {
  return (
    <Figures
      title="Equipment figures"
      read={useRead('equipmentStats')}
      figures={[
        {
          title: 'Total Equipment',
          value: ({ totalEquipment }) => numberText(totalEquipment),
          subtitle: 'items in the list',
        },
        {
          title: 'Active Equipment',
          value: ({ activeEquipment }) => numberText(activeEquipment),
          subtitle: 'offered and ordered',
        },
        {
          title: 'Low Stock Items',
          value: ({ lowStockItems }) => numberText(lowStockItems),
          subtitle: 'at or below their minimum',
        },
        {
          title: 'Total Value',
          value: ({ totalValue }) => formatUsd(totalValue),
          subtitle: 'of the stock at average cost',
        },
        {
          title: 'Monthly Revenue',
          value: ({ monthlyRevenue }) => formatUsd(monthlyRevenue),
          subtitle: 'from equipment this month',
        },
      ]}
    />
  );
}
