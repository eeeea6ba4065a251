import {
  type Currency,
  paymentAccountLabels,
  paymentAccounts,
} from '@nimule/core/billing/payments/schema';
import { formatSsp, formatUsd, toDecimal } from '@nimule/core/kernel/money';
import { MAX_QUANTITY, type VoucherBundle, voucherSaleInput } from '@nimule/core/vouchers/schema';
import { z } from 'zod';
import { paths } from '../../../app/paths.ts';
import type { CallInput } from '../../../client/call.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useCashHelp } from '../../../parts/cash-help.tsx';
import { CashPlaceField } from '../../../parts/cash-place.tsx';
import { FormDraft, useForgetDraft } from '../../../parts/draft/draft.ts';
import { useQuestion } from '../../../parts/question.ts';
import { sameReferenceQuestion } from '../../../parts/same-reference.ts';
import { useRefusal } from '../../../ui/allowed.tsx';
import {
  FieldRow,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { FormPanel } from '../../../ui/form/form-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { useBundles } from '../use-bundles.ts';
import { bundlePriceText } from '../voucher-cells.tsx';
import { offerText, timesPrice } from '../voucher-words.tsx';
import styles from '../vouchers.module.css';

const DRAFT = 'voucher-sale';
const KEPT = ['bundleId', 'quantity', 'customerName', 'customerPhone', 'notes'];

const sellForm = voucherSaleInput
  .omit({ priceUsd: true, priceSsp: true, sameReference: true })
  .extend({ bundleId: z.string().min(1, 'Choose a bundle.') });

const empty = {
  bundleId: '',
  quantity: '1',
  customerName: '',
  customerPhone: '',
  account: 'cash',
  reference: '',
  currency: 'USD',
  from: '',
  notes: '',
} as const;

interface SellVouchersProps {
  onSold: (batch: { id: number }) => void;
}

/** The tab Sell Vouchers (seeds/002 5): the sale makes the codes, which open beside it. */
export function SellVouchers({ onSold }: SellVouchersProps) {
  const read = useBundles({ isActive: true });
  return (
    <Panel title="Sell vouchers" description="A sale of 1 to 100 vouchers of one bundle.">
      <Loaded read={read} loading="Loading the bundles…" lines={6}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty
              title="No bundle is on sale"
              description="Vouchers are sold of active bundles: create one, or activate one of the list."
              action={<LinkButton to={paths.voucherBundles()}>Manage bundles</LinkButton>}
            />
          ) : (
            <SellForm bundles={rows} onSold={onSold} />
          )
        }
      </Loaded>
    </Panel>
  );
}

interface SellFormProps extends SellVouchersProps {
  bundles: readonly VoucherBundle[];
}

function SellForm({ bundles, onSold }: SellFormProps) {
  const refusal = useRefusal()('voucher.sell');
  const forget = useForgetDraft(DRAFT);
  const { run, error } = useMutation('sellVouchers', {
    failure: 'Failed to create vouchers',
    saysReason: true,
  });
  const { isAsked, sendAsked, dialog } = useQuestion<CallInput<'sellVouchers'>>(
    sameReferenceQuestion('Sell them as well'),
  );
  return (
    <Stack>
      {refusal && <p className="quiet">{refusal}</p>}
      <FormPanel
        label="Sell vouchers"
        schema={sellForm}
        initial={empty}
        submitLabel="Sell vouchers"
        busyLabel="Selling…"
        submitError={isAsked(error) ? undefined : error}
        needs={['bundleId']}
        disabled={refusal !== undefined}
        focuses
        onSubmit={async ({ bundleId, ...typed }) => {
          const chosen = bundles.find(({ id }) => String(id) === bundleId);
          const shown = chosen && {
            priceUsd: toDecimal(chosen.priceUsd),
            priceSsp: toDecimal(chosen.priceSsp),
          };
          const batch = await sendAsked(run, { body: { ...typed, bundleId, ...shown } });
          forget();
          toast(`${batch.quantity} voucher(s) created successfully`, batch.batchNumber);
          onSold(batch);
        }}
      >
        <FormDraft name={DRAFT} fields={KEPT} />
        <SaleFields bundles={bundles} />
      </FormPanel>
      {dialog}
    </Stack>
  );
}

function SaleFields({ bundles }: { bundles: readonly VoucherBundle[] }) {
  const bundleId = useFieldValue('bundleId');
  const chosen = bundles.find(({ id }) => String(id) === bundleId);
  const cashHelp = useCashHelp('in');
  const isCash = useFieldValue('account') === 'cash';
  return (
    <>
      <FieldRow>
        <SelectField
          name="bundleId"
          label="Bundle"
          none="Choose a bundle"
          options={bundles.map((bundle) => ({
            value: String(bundle.id),
            label: `${bundle.name}: ${bundlePriceText(bundle)}`,
          }))}
        />
        <NumberField name="quantity" label="Quantity" help={`1 to ${MAX_QUANTITY}`} />
      </FieldRow>
      {chosen && <SaleSummary bundle={chosen} />}
      <FieldRow>
        <SelectField
          name="account"
          label="Payment account"
          options={paymentAccounts.map((value) => ({ value, label: paymentAccountLabels[value] }))}
          help={cashHelp}
        />
        {!isCash && (
          <TextField
            name="reference"
            label="Reference"
            maxLength={200}
            help="Of the payment, as on the account's statement."
          />
        )}
        <SelectField
          name="currency"
          label="Currency"
          options={[
            { value: 'USD', label: 'US dollars (USD)' },
            { value: 'SSP', label: 'South Sudanese pounds (SSP)' },
          ]}
        />
      </FieldRow>
      <CashPlaceField direction="in" />
      <FieldRow>
        <TextField name="customerName" label="Customer name" maxLength={200} />
        <TextField
          name="customerPhone"
          label="Customer phone"
          type="tel"
          placeholder="0921 234 567"
          help="The codes can be sent there by SMS."
        />
      </FieldRow>
      <TextAreaField name="notes" label="Notes" rows={2} />
    </>
  );
}

/** The chosen bundle with the total: price × quantity (seeds/002 2). */
function SaleSummary({ bundle }: { bundle: VoucherBundle }) {
  const typed = useFieldValue('quantity').trim();
  const currency: Currency = useFieldValue('currency') === 'SSP' ? 'SSP' : 'USD';
  const quantity = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  const isPossible = quantity >= 1 && quantity <= MAX_QUANTITY;
  const usd = formatUsd(timesPrice(bundle.priceUsd, quantity));
  const ssp = formatSsp(timesPrice(bundle.priceSsp, quantity));
  const [first, second] = currency === 'SSP' ? [ssp, usd] : [usd, ssp];
  return (
    <div className={styles.summary} role="status" aria-label="Selected bundle">
      <span>
        <strong>
          <bdi>{bundle.name}</bdi>
        </strong>
        <span className="quiet"> {offerText(bundle)}</span>
      </span>
      {isPossible && (
        <span className={styles.total}>
          {quantity} × {formatUsd(bundle.priceUsd)} = <strong>{first}</strong>
          <span className="quiet"> = {second}</span>
        </span>
      )}
    </div>
  );
}
