import { formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { Figures } from '../../../ui/stat-card.tsx';

const count = new Intl.NumberFormat('en-US');

/** The cards (seeds/002 3). */
export function EquipmentFigures() {
  return (
    <Figures
      title="Equipment figures"
      read={useRead('equipmentStats')}
      figures={[
        {
          title: 'Total Equipment',
          value: ({ totalEquipment }) => count.format(totalEquipment),
          subtitle: 'items in the list',
        },
        {
          title: 'Active Equipment',
          value: ({ activeEquipment }) => count.format(activeEquipment),
          subtitle: 'offered and ordered',
        },
        {
          title: 'Low Stock Items',
          value: ({ lowStockItems }) => count.format(lowStockItems),
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
