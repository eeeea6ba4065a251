import { Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useMay } from '../ui/allowed.tsx';
import { lazyPage } from './pages.ts';
import { NEXT_PAYMENT, payerIn, recordingPayment } from './recording-address.ts';

const RecordPayment = lazyPage(() =>
  import('../pages/billing/payments/record-payment.tsx').then((m) => m.RecordPayment),
);

/** The Record Payment dialog as the address asks for it: it opens over any tab and leaves the tab as it was. */
export function Recording() {
  const may = useMay()('payment.record');
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    const open = () => setParams((before) => recordingPayment(before, ''));
    window.addEventListener(NEXT_PAYMENT, open);
    return () => window.removeEventListener(NEXT_PAYMENT, open);
  }, [setParams]);
  const payer = may ? payerIn(params) : undefined;
  if (payer === undefined) return null;
  return (
    <Suspense fallback={null}>
      <RecordPayment
        key={payer}
        payer={payer}
        // In place of the entry in the history: a dialog that was closed is nothing to go back to.
        onClose={() =>
          setParams((before) => recordingPayment(before, undefined), { replace: true })
        }
      />
    </Suspense>
  );
}
