import { SegmentedControl } from '@blueprintjs/core';
import { useSearchParams } from 'react-router-dom';
import { SelectedBy } from '../../../ui/form/unsaved-changes.tsx';
import { Stack } from '../../../ui/layout.tsx';
import styles from '../vouchers.module.css';
import { BatchesTable } from './batches-table.tsx';
import { SellersTable } from './sellers-table.tsx';
import { VouchersTable } from './vouchers-table.tsx';

const SHOW = 'show';
const parts = [
  { value: 'vouchers', label: 'Vouchers' },
  { value: 'sales', label: 'By sale' },
  { value: 'sellers', label: 'By seller' },
] as const;

interface VoucherListProps {
  onView: (batch: { id: number }) => void;
}

/** The tab All Vouchers (seeds/002 2), with the figures by sale and by seller. */
export function VoucherList({ onView }: VoucherListProps) {
  const [params, setParams] = useSearchParams();
  const shown = parts.find(({ value }) => value === params.get(SHOW))?.value ?? 'vouchers';
  const show = (part: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (part === parts[0].value) next.delete(SHOW);
        else next.set(SHOW, part);
        return next;
      },
      { replace: true },
    );
  return (
    <Stack>
      <div className={styles.parts}>
        <SegmentedControl
          aria-label="Which list"
          options={[...parts]}
          value={shown}
          onValueChange={show}
        />
      </div>
      <SelectedBy param={SHOW}>
        {shown === 'vouchers' && <VouchersTable onView={onView} />}
        {shown === 'sales' && <BatchesTable onView={onView} />}
        {shown === 'sellers' && <SellersTable />}
      </SelectedBy>
    </Stack>
  );
}
