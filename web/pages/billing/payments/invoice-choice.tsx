import { Checkbox } from '@blueprintjs/core';
import type { Invoice } from '@nimule/core/billing/invoices/schema';
import { allocate, allocationOrder } from '@nimule/core/billing/payments/rules-settlement';
import { formatDate } from '@nimule/core/kernel/dates';
import { type Cents, formatUsd, sumOf, ZERO } from '@nimule/core/kernel/money';
import { useController } from 'react-hook-form';
import { useRead } from '../../../client/use-read.ts';
import { pastDueInWords } from '../../../parts/invoice-status.tsx';
import { useFieldFacts, useFill } from '../../../ui/form/form.tsx';
import { Loaded } from '../../../ui/states.tsx';
import styles from './invoice-choice.module.css';

/** More open invoices of one customer than this are settled without being chosen. */
const SHOWN = 200;

function useOpenInvoices(customerId: number) {
  return useRead(
    'listInvoices',
    { query: { customerId, status: 'open', sort: 'dueDate', pageSize: SHOWN } },
    { when: customerId > 0 },
  );
}

/** What is open on the ticked invoices together; undefined while none is ticked. */
export function useChosenInvoices(
  customerId: number,
  invoice: Pick<Invoice, 'id' | 'openUsd'> | undefined,
): Cents | undefined {
  const { field } = useController({ name: 'invoiceIds' });
  const chosen = Array.isArray(field.value) ? (field.value as number[]) : [];
  const { data } = useOpenInvoices(customerId);
  if (chosen.length === 0) return undefined;
  const known = data?.rows ?? (invoice ? [invoice] : []);
  return sumOf(
    known.filter(({ id }) => chosen.includes(id)),
    ({ openUsd }) => openUsd,
  );
}

/** For when another customer is picked: what was chosen belongs to the one before. */
export function useForgetChosenInvoices(): () => void {
  const fill = useFill();
  return () => fill({ invoiceIds: [] });
}

interface InvoiceChoiceProps {
  customerId: number;
  /** What there is to settle with, as far as it can be read yet. */
  amount: Cents | undefined;
}

/**
 * Which open invoices an amount settles: the oldest first, unless some are chosen (decision 5). Shows what
 * each would get, by the rule that the server follows.
 */
export function InvoiceChoice({ customerId, amount }: InvoiceChoiceProps) {
  const { field } = useController({ name: 'invoiceIds' });
  const { error } = useFieldFacts('invoiceIds');
  const chosen = Array.isArray(field.value) ? (field.value as number[]) : [];
  const read = useOpenInvoices(customerId);
  return (
    <Loaded read={read} loading="Loading the open invoices…" lines={2}>
      {({ rows }) => {
        const { allocations, rest } = allocate(
          amount && amount > 0 ? amount : ZERO,
          allocationOrder(rows, chosen),
        );
        const share = new Map(
          allocations.map(({ invoiceId, amountUsd }) => [invoiceId, amountUsd]),
        );
        const toggle = (id: number) =>
          field.onChange(
            chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id],
          );
        return (
          <fieldset className={styles.choice}>
            <legend>Invoices to settle</legend>
            <p className="quiet">
              {rows.length === 0
                ? 'Nothing is open: the amount is kept as credit.'
                : 'The oldest is settled first, unless you choose.'}
            </p>
            {rows.map(({ id, invoiceId, dueDate, daysPastDue, openUsd }) => (
              <div key={id} className={styles.choiceRow}>
                <Checkbox checked={chosen.includes(id)} onChange={() => toggle(id)}>
                  <code>{invoiceId}</code>
                  <span className="quiet">
                    {' '}
                    due {formatDate(dueDate)}
                    {daysPastDue > 0 && `, ${pastDueInWords(daysPastDue)}`}
                  </span>
                </Checkbox>
                <span className="numeric">
                  {share.has(id) && (
                    <strong className={styles.share}>gets {formatUsd(share.get(id)!)} of </strong>
                  )}
                  {formatUsd(openUsd)}
                </span>
              </div>
            ))}
            {rest > 0 && rows.length > 0 && (
              <p className="quiet" role="status">
                {formatUsd(rest)} is left over and kept as credit.
              </p>
            )}
            {error && (
              <p className={styles.error} role="alert">
                {error}
              </p>
            )}
          </fieldset>
        );
      }}
    </Loaded>
  );
}
