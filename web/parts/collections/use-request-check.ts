import type { PaymentRequestDetail } from '@nimule/core/collections/schema';
import { routes } from '@nimule/core/routes';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../client/call.ts';
import { ClientError } from '../../client/errors.ts';
import { useRevalidate } from '../../client/use-mutation.ts';
import { isOpen } from './request-words.tsx';

/** How often the provider is asked while somebody watches. */
export const CHECK_MS = 3_000;

interface Watched {
  request: PaymentRequestDetail;
  /** Why the last check failed; undefined after one that did not. */
  failure: string | undefined;
}

/**
 * Watches a request while it is on the screen: asks the provider every few seconds until the payer has answered, and
 * reads the changed data again when the status has changed.
 */
export function useWatchedRequest(first: PaymentRequestDetail): Watched {
  const [request, setRequest] = useState(first);
  const [failure, setFailure] = useState<string>();
  const revalidate = useRevalidate();
  const latest = useRef({ request, revalidate });
  latest.current = { request, revalidate };
  const isWaiting = isOpen(request);
  const { id } = first;
  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setTimeout>;
    let isShown = true;
    const check = async () => {
      try {
        const answer = await call('checkPaymentRequest', { params: { id } }, { background: true });
        if (!isShown) return;
        setFailure(undefined);
        setRequest(answer);
        if (answer.status !== latest.current.request.status)
          latest.current.revalidate(routes.checkPaymentRequest.touches);
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        if (isShown) setFailure(error.message);
      }
      if (isShown) timer = setTimeout(checkAndReport, CHECK_MS);
    };
    const checkAndReport = () => void check().catch(reportError);
    timer = setTimeout(checkAndReport, CHECK_MS);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [id, isWaiting]);
  return { request, failure };
}
