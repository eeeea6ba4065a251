import { Button, Checkbox } from '@blueprintjs/core';
import { currencies, paymentAccounts } from '@nimule/core/billing/payments/schema';
import { paidFor } from '@nimule/core/vouchers/rules';
import { type VoucherBatchDetail, voidInput } from '@nimule/core/vouchers/schema';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { CashReturnField } from '../../../parts/cash-place.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { counted } from '../../../ui/counted.ts';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { useFieldState } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { paidThrough } from '../voucher-words.tsx';
import styles from '../vouchers.module.css';
import { unusedOf } from './unused.ts';

/** Account and currency are those of the sale; they say which till pays. */
const voidForm = voidInput.required({ voucherIds: true }).extend({
  account: z.enum(paymentAccounts),
  currency: z.enum(currencies),
});

function chosenIn(value: unknown): number[] {
  return Array.isArray(value) ? value : [];
}

/** 'Void 3 vouchers, refund $6.00'. */
function voidLabel(batch: VoucherBatchDetail, quantity: number): string {
  if (quantity === 0) return 'Void vouchers';
  return `Void ${counted(quantity, 'voucher')}, refund ${paidFor(batch, quantity)}`;
}

interface VoidFormProps {
  batch: VoucherBatchDetail;
  onClose: () => void;
}

/** Takes unused vouchers of a sale back and refunds them. */
export function VoidForm({ batch, onClose }: VoidFormProps) {
  const { id, batchNumber, account, currency } = batch;
  return (
    <RecordForm
      operation="voidVouchers"
      failure="Failed to void the vouchers"
      title={`Void Vouchers of ${batchNumber}`}
      description={`The codes stop working at once and cannot be put back. The money goes back as it came (${paidThrough(batch)}).`}
      schema={voidForm}
      initial={{
        // Nobody voids a whole sale by pressing Enter too early.
        voucherIds: [],
        reason: '',
        account,
        currency,
      }}
      send={({ voucherIds, reason, from }) => ({
        params: { id },
        body: { voucherIds, reason, ...(from && { from }) },
      })}
      done={(_answer, { voucherIds }) =>
        toast(
          'Vouchers voided',
          `${counted(voucherIds.length, 'voucher')} of ${batchNumber}: give back ${paidFor(batch, voucherIds.length)}.`,
        )
      }
      submitLabel={({ voucherIds }) => voidLabel(batch, chosenIn(voucherIds).length)}
      busyLabel="Voiding…"
      isReady={({ voucherIds }) => chosenIn(voucherIds).length > 0}
      destructive
      onClose={onClose}
    >
      <VoidFields batch={batch} />
    </RecordForm>
  );
}

function VoidFields({ batch }: Pick<VoidFormProps, 'batch'>) {
  const { field } = useController({ name: 'voucherIds' });
  const { error } = useFieldState('voucherIds');
  const chosen = chosenIn(field.value);
  const unused = unusedOf(batch);
  const toggle = (id: number) =>
    field.onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <>
      <fieldset className={styles.choice}>
        <legend>Vouchers to void</legend>
        {unused.map(({ id, voucherCode }) => (
          <Checkbox key={id} checked={chosen.includes(id)} onChange={() => toggle(id)}>
            <code>{voucherCode}</code>
          </Checkbox>
        ))}
      </fieldset>
      {error && <p role="alert">{error}</p>}
      {unused.length > 1 && (
        <div>
          <Button
            size="small"
            onClick={() => field.onChange(unused.map(({ id }) => id))}
            disabled={chosen.length === unused.length}
          >
            Choose all
          </Button>{' '}
          <Button size="small" onClick={() => field.onChange([])} disabled={chosen.length === 0}>
            Choose none
          </Button>
        </div>
      )}
      <TextAreaField name="reason" label="Reason" rows={2} />
      <CashReturnField of={batch} direction="out" />
      <p role="status">
        {chosen.length === 0 ? (
          'No voucher is chosen.'
        ) : (
          <>
            {counted(chosen.length, 'voucher')} of {unused.length} unused: give back{' '}
            <strong className="numeric">{paidFor(batch, chosen.length)}</strong>.
          </>
        )}
      </p>
    </>
  );
}
