import { Intent } from '@blueprintjs/core';
import { ShoppingCartIcon } from '@blueprintjs/icons';
import type { Equipment } from '@nimule/core/stock/schema';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths, recordPath } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import styles from '../equipment.module.css';
import { StockTag } from '../equipment-tags.tsx';

const SHOWN = 4;

/** The active items that are lowest in stock, with the button that asks for all that is low; nothing if none is. */
export function LowStock({ onView }: { onView: (item: Equipment) => void }) {
  const read = useRead(
    'listEquipment',
    {
      query: {
        stock: 'short',
        status: 'active',
        sort: 'quantityInStock',
        pageSize: SHOWN,
        total: '1',
      },
    },
    { keepPrevious: true },
  );
  const [isAsking, setAsking] = useState(false);
  const { rows = [], total = rows.length } = read.data ?? {};
  if (rows.length === 0) return null;
  return (
    <section aria-label="Low stock" className={styles.low}>
      <h2 className={styles.lowTitle}>Low stock</h2>
      <ul className={styles.lowList}>
        {rows.map((item) => (
          <li key={item.id}>
            <LowItem item={item} onClick={() => onView(item)} />
          </li>
        ))}
      </ul>
      <div className={styles.lowEnd}>
        {total > 1 && <Link to={paths.lowStock()}>All {total}</Link>}
        <AllowedOrDisabled to="requisition.create">
          <ActionButton
            icon={<ShoppingCartIcon />}
            intent={Intent.PRIMARY}
            onClick={() => setAsking(true)}
          >
            Request low stock
          </ActionButton>
        </AllowedOrDisabled>
      </div>
      {isAsking && <RequestDialog onClose={() => setAsking(false)} />}
    </section>
  );
}

function LowItem({ item, onClick }: { item: Equipment; onClick: () => void }) {
  const { name, quantityInStock, minimumStock, underWay, stockLabel } = item;
  return (
    <button type="button" className={styles.lowItem} onClick={onClick}>
      <span className={styles.lowHead}>
        <StockTag label={stockLabel} />
        <span>
          {quantityInStock}, min. {minimumStock}
          {underWay > 0 && `, ${underWay} under way`}
        </span>
      </span>
      <span className={styles.lowName} dir="auto" title={name}>
        {name}
      </span>
    </button>
  );
}

/** Makes one requisition for all that is low in stock. */
function RequestDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <OperationDialog
      operation="requisitionOfLowStock"
      input={{}}
      failure="Failed to create requisition"
      saysReason
      title="Request what is low in stock?"
      confirmLabel="Create requisition"
      done={({ id, requisitionId }) =>
        toastWithActions('Requisition Created', `${requisitionId} was submitted for review.`, [
          { label: 'Open', onClick: () => navigate(recordPath('requisition', id)) },
        ])
      }
      onClose={onClose}
    >
      <p>
        One requisition is made for all active items at or below their minimum: each up to twice its
        minimum, less what is already ordered or asked for.
      </p>
    </OperationDialog>
  );
}
