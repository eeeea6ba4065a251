import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { ClientError } from '../../client/errors.ts';
import { isUnanswered } from '../../client/light-call.ts';
import { call } from '../client.ts';
import { deviceKey } from '../store.ts';
import type { KeptSession } from '../types.ts';
import { sessionOfVoucher } from './voucher-session.ts';

export interface Voucher {
  box: RefObject<HTMLInputElement | null>;
  code: string;
  /** Why the code was not taken, or ''. */
  problem: string;
  isBusy: boolean;
  type: (code: string) => void;
  redeem: () => void;
}

/** A voucher's code and its use; `given` comes from the address. Kept while the visitor looks at other views. */
export function useVoucher(given: string, onRedeemed: (session: KeptSession) => void): Voucher {
  const box = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  // The visitor may have typed a code before scripts ran.
  useLayoutEffect(() => setCode((last) => box.current?.value || last || given), [given]);

  const redeem = async () => {
    const typed = code.trim();
    if (typed === '') {
      setProblem('Enter the code of your voucher.');
      box.current?.focus();
      return;
    }
    setBusy(true);
    setProblem('');
    try {
      const redeemed = await call('redeemVoucher', {
        body: { code: typed, deviceKey: deviceKey() },
      });
      onRedeemed(sessionOfVoucher(typed, redeemed));
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      setProblem(
        isUnanswered(error)
          ? 'There is no connection. Try again: the voucher is used once only.'
          : error.message || 'The voucher could not be used. Please try again.',
      );
    } finally {
      setBusy(false);
    }
  };
  return {
    box,
    code,
    problem,
    isBusy,
    type: (value) => {
      setCode(value);
      setProblem('');
    },
    redeem: () => void redeem(),
  };
}
