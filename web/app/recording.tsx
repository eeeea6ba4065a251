import { Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useMay } from '../ui/allowed.tsx';
import { RecordPayment } from './pages.ts';
import { payerIn, recordingPayment } from './recording-address.ts';

/** Fired by whoever wants the next payment recorded, on whatever tab. */
const NEXT = 'nimule:next-payment';

export function recordNextPayment(): void {
  window.dispatchEvent(new Event(NEXT));
}

/** The Record Payment dialog as the address asks for it: it opens over any tab and leaves the tab as it was. */
export function Recording() {
  const may = useMay()('payment.record');
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    const open = () => setParams((before) => recordingPayment(before, ''));
    window.addEventListener(NEXT, open);
    return () => window.removeEventListener(NEXT, open);
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
