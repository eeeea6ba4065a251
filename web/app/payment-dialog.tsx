import { Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useMay } from '../ui/allowed.tsx';
import { lazyPage } from '../ui/lazy-page.ts';
import { OPEN_PAYMENT_DIALOG, paymentCustomerIn, withPaymentDialog } from './payment-dialog-url.ts';

const RecordPayment = lazyPage(() =>
  import('../pages/billing/payments/record-payment.tsx').then((m) => m.RecordPayment),
);

/** The Record Payment dialog, opened by the URL over any tab. */
export function PaymentDialog() {
  const may = useMay()('payment.record');
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    const open = () => setParams((before) => withPaymentDialog(before, ''));
    window.addEventListener(OPEN_PAYMENT_DIALOG, open);
    return () => window.removeEventListener(OPEN_PAYMENT_DIALOG, open);
  }, [setParams]);
  const payer = may ? paymentCustomerIn(params) : undefined;
  if (payer === undefined) return null;
  return (
    <Suspense fallback={null}>
      <RecordPayment
        key={payer}
        payer={payer}
        // Replaces the history entry, so that back does not reopen the dialog.
        onClose={() =>
          setParams((before) => withPaymentDialog(before, undefined), { replace: true })
        }
      />
    </Suspense>
  );
}
