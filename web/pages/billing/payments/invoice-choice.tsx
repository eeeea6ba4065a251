import { Checkbox } from '@blueprintjs/core';
import type { Invoice } from '@nimule/core/billing/invoices/schema';
import { allocate, allocationOrder } from '@nimule/core/billing/payments/rules-settlement';
import { formatDate } from '@nimule/core/kernel/dates';
import { type Cents, formatUsd, sumOf, ZERO } from '@nimule/core/kernel/money';
import { useController } from 'react-hook-form';
import { useRead } from '../../../client/use-read.ts';
import { formatPastDue } from '../../../parts/billing-tags.tsx';
import { useFieldState, useSetFields } from '../../../ui/form/form.tsx';
import { Loaded } from '../../../ui/states.tsx';
import styles from './invoice-choice.module.css';

/** Maximum number of open invoices to choose from. */
const SHOWN = 200;

function useOpenInvoices(customerId: number) {
  return useRead(
    'listInvoices',
    { query: { customerId, status: 'open', sort: 'dueDate', pageSize: SHOWN } },
    { when: customerId > 0 },
  );
}

/** Open amount of the selected invoices; undefined if none is selected. */
export function useChosenOpenAmount(
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

/** Clears the selected invoices, when another customer is picked. */
export function useClearChosenInvoices(): () => void {
  const fill = useSetFields();
  return () => fill({ invoiceIds: [] });
}

interface InvoiceChoiceProps {
  customerId: number;
  /** Amount to allocate; undefined while it is invalid. */
  amount: Cents | undefined;
}

/**
 * Selects the open invoices to settle; without a selection the oldest first (decision 5). Shows the allocation, computed
 * by the rule of the server.
 */
export function InvoiceChoice({ customerId, amount }: InvoiceChoiceProps) {
  const { field } = useController({ name: 'invoiceIds' });
  const { error } = useFieldState('invoiceIds');
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
            {rows.map(({ id, invoiceId, dueDate, daysPastDue, openUsd, disputedSince }) => (
              <div key={id} className={styles.choiceRow}>
                <Checkbox checked={chosen.includes(id)} onChange={() => toggle(id)}>
                  <code>{invoiceId}</code>
                  <span className="quiet">
                    {' '}
                    due {formatDate(dueDate)}
                    {daysPastDue > 0 && `, ${formatPastDue(daysPastDue)}`}
                    {disputedSince && `, disputed since ${formatDate(disputedSince)}`}
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
