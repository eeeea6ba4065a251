import { PHONE_MESSAGE, parsePhone } from '@nimule/core/kernel/phone';
import { useEffect, useRef, useState } from 'react';
import { ClientError } from '../../client/errors.ts';
import { isUnanswered } from '../../client/light-call.ts';
import { call } from '../client.ts';
import type { BillOwner, OwnBill } from '../types.ts';

export interface BillOfVisitor {
  /** Undefined until one is found. */
  bill: OwnBill | undefined;
  /** Whose it is; empty for the customer of this connection. */
  owner: BillOwner;
  customerNumber: string;
  phone: string;
  /** Why no bill is shown, or ''. */
  problem: string;
  isBusy: boolean;
  typeNumber: (text: string) => void;
  typePhone: (text: string) => void;
  find: () => void;
  /** Reads it again. */
  reload: () => void;
  /** Asks for another customer's. */
  forget: () => void;
}

/** The bill that a visitor pays here: known by the connection, otherwise by number and telephone. */
export function useBill(): BillOfVisitor {
  const [bill, setBill] = useState<OwnBill>();
  const [owner, setOwner] = useState<BillOwner>({});
  const [customerNumber, setNumber] = useState('');
  const [phone, setPhone] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  /** Of two look-ups the answer of the later one counts. */
  const turn = useRef(0);
  const read = async (of: BillOwner) => {
    turn.current += 1;
    const own = turn.current;
    const { bill: found } = await call('findOwnBill', { body: of });
    if (turn.current !== own) return;
    setOwner(of);
    setBill(found ?? undefined);
  };
  /** Without a word: nobody has asked for it. */
  const readQuietly = (of: BillOwner) =>
    read(of).catch((error: unknown) => {
      if (!(error instanceof ClientError)) throw error;
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => void readQuietly({}), []);

  const find = async () => {
    const customerPhone = parsePhone(phone);
    if (customerNumber.trim() === '') return setProblem('Enter the customer number.');
    if (!customerPhone) return setProblem(PHONE_MESSAGE);
    setBusy(true);
    setProblem('');
    try {
      await read({ customerNumber: customerNumber.trim(), customerPhone });
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      setProblem(isUnanswered(error) ? 'There is no connection. Please try again.' : error.message);
    } finally {
      setBusy(false);
    }
  };

  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    setProblem('');
  };
  return {
    ...{ bill, owner, customerNumber, phone, problem, isBusy },
    typeNumber: typed(setNumber),
    typePhone: typed(setPhone),
    find: () => void find(),
    reload: () => void readQuietly(owner),
    forget() {
      turn.current += 1;
      setBill(undefined);
      setOwner({});
    },
  };
}
