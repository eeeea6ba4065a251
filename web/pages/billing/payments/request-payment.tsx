import { Button, Callout, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import {
  type PaymentRequestDetail,
  type Provider,
  providerIds,
  requestInput,
} from '@nimule/core/mobile-money/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { type Currency, parseAmount, sspToUsd } from '@nimule/core/kernel/money';
import { localPhone } from '@nimule/core/kernel/phone';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { openPaymentDialog } from '../../../app/payment-dialog-url.ts';
import { call } from '../../../client/call.ts';
import { ClientError } from '../../../client/errors.ts';
import { operations } from '../../../client/operations.ts';
import { useRevalidate } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { AmountInCurrency, useChosenCurrency } from '../../../parts/amount-in-currency.tsx';
import {
  amountText,
  isOpen,
  RequestStatusTag,
  SimulatedTag,
} from '../../../parts/mobile-money/request-words.tsx';
import { printReceipt, saveReceiptPdf } from '../../../parts/documents.tsx';
import { useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { FieldRow, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useProposedValue } from '../../../ui/form/proposed-value.ts';
import { Inline, Stack } from '../../../ui/layout.tsx';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { useReturnFocus } from '../../../ui/overlay/return-focus.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { proposedAmount } from './proposed-amount.ts';

/** How often the provider is asked while somebody watches. */
const CHECK_MS = 3_000;

interface Watched {
  request: PaymentRequestDetail;
  /** Why the last check failed; undefined after one that did not. */
  failure: string | undefined;
}

/**
 * Watches a request while it is on the screen: asks the provider every few seconds until the payer has answered, and
 * reads the changed data again when the status has changed.
 */
function useWatchedRequest(first: PaymentRequestDetail): Watched {
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
          latest.current.revalidate(operations.checkPaymentRequest.touches);
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

/** What was typed in the Record Payment dialog. */
export interface Asked {
  customerId: number;
  amount: string;
  currency: Currency;
  invoiceIds: readonly number[];
}

const TITLE = 'Request Mobile Money';

const requestForm = requestInput
  .omit({ customerId: true, invoiceIds: true })
  .extend({ provider: z.enum(providerIds), phone: z.string().min(1, 'The telephone is required.') })
  .required({ currency: true });

interface Collection {
  providers: readonly Provider[];
  currencies: readonly Currency[];
}

/** Through which providers this user can ask customers for mobile money; undefined if for none. */
export function useCollection(): Collection | undefined {
  const mayRecord = useMay()('payment.record');
  const { data } = useRead('getCollectionSettings', undefined, { when: mayRecord });
  if (!data || data.driver === 'off') return undefined;
  const providers = data.providers.filter(({ isAvailable }) => isAvailable);
  return providers.length === 0 ? undefined : { providers, currencies: data.currencies };
}

interface RequestPaymentProps {
  asked: Asked;
  onClose: () => void;
}

/** Asks a customer to confirm a payment on the telephone, and waits for the answer. */
export function RequestPayment({ asked, onClose }: RequestPaymentProps) {
  const read = useRead('getCustomer', { params: { id: asked.customerId } });
  const [sent, setSent] = useState<PaymentRequestDetail>();
  if (sent) return <RequestProgress first={sent} onClose={onClose} />;
  return (
    <LoadingDialog title={TITLE} noun="customer" read={read} onClose={onClose}>
      {(customer) => (
        <RequestForm asked={asked} customer={customer} onSent={setSent} onClose={onClose} />
      )}
    </LoadingDialog>
  );
}

interface RequestFormProps extends RequestPaymentProps {
  customer: Customer;
  onSent: (request: PaymentRequestDetail) => void;
}

function RequestForm({ asked, customer, onSent, onClose }: RequestFormProps) {
  const { customerId, invoiceIds } = asked;
  const { providers, currencies } = useCollection() ?? { providers: [], currencies: [] };
  const currency = currencies.includes(asked.currency) ? asked.currency : currencies[0];
  return (
    <RecordForm
      operation="requestPayment"
      failure="Please try again."
      failureTitle="Failed to request the payment"
      title={TITLE}
      description={`From ${customer.name} (${customer.customerId}), who confirms it on the telephone. The payment is recorded when the money has come.`}
      schema={requestForm}
      initial={{
        phone: customer.phone === '' ? '' : localPhone(customer.phone),
        provider: providers[0]?.id ?? '',
        amount: currency === asked.currency ? asked.amount : '',
        currency: currency ?? asked.currency,
      }}
      send={(typed) => ({ body: { ...typed, customerId, invoiceIds: [...invoiceIds] } })}
      done={onSent}
      submitLabel="Send request"
      busyLabel="Sending…"
      needs={['phone', 'amount', 'provider']}
      isReplaced
      onClose={onClose}
    >
      <FieldRow>
        <TextField name="phone" label="Phone" type="tel" />
        <SelectField
          name="provider"
          label="Provider"
          options={providers.map(({ id, name, dialCode }) => ({
            value: id,
            label: `${name} (${dialCode})`,
          }))}
        />
      </FieldRow>
      <AskedAmount asked={asked} currencies={currencies} />
    </RecordForm>
  );
}

interface AskedAmountProps {
  asked: Asked;
  currencies: readonly Currency[];
}

/** What is asked for; in the other currency its value is proposed. */
function AskedAmount({ asked, currencies }: AskedAmountProps) {
  const rate = useRateOn('');
  const currency = useChosenCurrency();
  const amount = parseAmount(asked.amount, asked.currency);
  const amountUsd =
    amount === undefined || asked.currency === 'USD' ? amount : rate && sspToUsd(amount, rate);
  useProposedValue(
    'amount',
    currency === asked.currency ? asked.amount : proposedAmount(amountUsd, currency, rate),
  );
  return <AmountInCurrency rate={rate} offered={currencies} />;
}

interface RequestProgressProps {
  first: PaymentRequestDetail;
  onClose: () => void;
}

/** Where a request stands, until it is paid or has failed; it goes on when the dialog is closed. */
function RequestProgress({ first, onClose }: RequestProgressProps) {
  useReturnFocus();
  const { request, failure } = useWatchedRequest(first);
  const { paymentId, documentNumber, status } = request;
  const receipt = paymentId === null ? undefined : { id: paymentId, receiptId: documentNumber };
  const close = () => {
    if (isOpen(request))
      toast('Request goes on', 'The payment is recorded when the customer has confirmed it.');
    onClose();
  };
  return (
    <Dialog
      isOpen
      title={TITLE}
      onClose={close}
      canOutsideClickClose={false}
      style={{ width: 'min(480px, 100% - 24px)' }}
    >
      <DialogBody>
        <Stack>
          <Inline>
            <RequestStatusTag status={status} />
            {request.isSimulated && <SimulatedTag />}
          </Inline>
          <p role="status">
            <ProgressText request={request} />
          </p>
          {failure && isOpen(request) && (
            <Callout compact intent={Intent.WARNING}>
              {failure} The state is asked again.
            </Callout>
          )}
        </Stack>
      </DialogBody>
      <DialogFooter
        actions={
          receipt && status === 'paid' ? (
            <>
              <Button onClick={() => saveReceiptPdf(receipt)}>Receipt</Button>
              <Button onClick={() => printReceipt(receipt)}>Print</Button>
              <Button
                onClick={() => {
                  onClose();
                  openPaymentDialog();
                }}
              >
                Next payment
              </Button>
              <Button intent={Intent.PRIMARY} autoFocus onClick={close}>
                Close
              </Button>
            </>
          ) : (
            <Button autoFocus onClick={close}>
              Close
            </Button>
          )
        }
      />
    </Dialog>
  );
}

function ProgressText({ request }: { request: PaymentRequestDetail }) {
  const { status, phone, provider, currency, amount, documentNumber, problem, what } = request;
  const sum = <strong>{amountText(currency, amount)}</strong>;
  const payer = localPhone(phone);
  if (status === 'paid')
    return (
      <>
        {sum} from <bdi>{what}</bdi> is recorded as <span className="mono">{documentNumber}</span>.
      </>
    );
  if (isOpen(request))
    return (
      <>
        {payer} is asked for {sum} through {provider}. Ask the customer to confirm with the PIN.
      </>
    );
  if (status === 'review')
    return (
      <>Money came otherwise than asked, and waits for a decision under WiFi Sales. {problem}</>
    );
  return (
    <>
      {sum} from {payer} was not paid. {problem}
    </>
  );
}
