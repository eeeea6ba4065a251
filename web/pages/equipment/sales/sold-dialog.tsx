import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { formatUsd } from '@nimule/core/kernel/money';
import { saveReceiptPdf } from '../../../parts/documents.tsx';
import { useReturnFocus } from '../../../ui/overlay/return-focus.ts';
import { moneyText } from './counter-form.ts';
import type { Sold } from './counter-sale-form.tsx';
import { printPayment, saveDeliveryNote, saveSaleInvoice } from './sale-words.tsx';
import styles from './sales.module.css';

interface SoldDialogProps {
  sold: Sold;
  onView: (sale: { id: number }) => void;
  onNext: () => void;
  onClose: () => void;
}

/** After a sale at the counter: the change to give back, its documents, and the next sale. It stays until it is closed. */
export function SoldDialog({ sold, onView, onNext, onClose }: SoldDialogProps) {
  const { sale, change, currency } = sold;
  const { order, payment } = sale;
  useReturnFocus();
  return (
    <Dialog
      isOpen
      title={`${order.orderNumber} sold`}
      onClose={onClose}
      canOutsideClickClose={false}
      style={{ width: 'min(480px, 100% - 24px)' }}
    >
      <DialogBody>
        <div className={styles.change} role="status">
          {change > 0 && (
            <>
              <span>Change due</span>
              <strong>{moneyText(change, currency)}</strong>
            </>
          )}
          <span>
            {formatUsd(order.totalAmountUsd)} from <bdi>{order.customerName}</bdi>
            {order.openUsd > 0 && `, ${formatUsd(order.openUsd)} stays open on the invoice`}.
          </span>
        </div>
        <div className={styles.offered}>
          {payment && (
            <>
              <Button onClick={() => saveReceiptPdf(payment)}>Receipt</Button>
              <Button onClick={() => printPayment(payment)}>Print receipt</Button>
            </>
          )}
          <Button onClick={() => saveDeliveryNote(order)}>Delivery note</Button>
          {order.invoiceId !== null && (
            <Button onClick={() => saveSaleInvoice(order)}>Invoice</Button>
          )}
          <Button onClick={() => onView(order)}>Open order</Button>
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button intent={Intent.PRIMARY} autoFocus onClick={onNext}>
              Next sale
            </Button>
          </>
        }
      />
    </Dialog>
  );
}
