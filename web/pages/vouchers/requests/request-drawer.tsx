import { EndorsedIcon, RefreshIcon, UndoIcon } from '@blueprintjs/icons';
import { formatSsp, toDecimal } from '@nimule/core/kernel/money';
import { localPhone } from '@nimule/core/kernel/phone';
import type { PaymentRequestDetail } from '@nimule/core/mobile-money/schema';
import { Link } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { CodeSignIns } from '../../../parts/access/code-sign-ins.tsx';
import {
  amountText,
  isOpen,
  RequestStatusTag,
  requestStatusLabels,
  SimulatedTag,
} from '../../../parts/mobile-money/request-words.tsx';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { Allowed, useRefusal } from '../../../ui/allowed.tsx';
import { Inline, Stack } from '../../../ui/layout.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { humanize } from '../../../ui/tags.tsx';
import { DateText, Id, InstantText, KeyValues, Notes, PhoneLink } from '../../../ui/values.tsx';
import styles from '../vouchers.module.css';
import { AcceptForm, RefundForm } from './request-forms.tsx';

interface RequestDrawerProps {
  id: number;
  onClose: () => void;
}

/** A request for mobile money: what was asked and paid, and what the provider answered. */
export function RequestDrawer({ id, onClose }: RequestDrawerProps) {
  const read = useRead('getPaymentRequest', { params: { id } });
  const actions = useRequestActions();
  return (
    <RecordDrawer
      noun="payment request"
      read={read}
      title={(request) => `${request.what || 'Payment'}, ${localPhone(request.phone)}`}
      subtitle={(request) => (
        <Inline>
          <RequestStatusTag status={request.status} />
          {request.isSimulated && <SimulatedTag />}
        </Inline>
      )}
      actions={actions}
      onClose={onClose}
    >
      {(request) => <Request request={request} />}
    </RecordDrawer>
  );
}

function useCheck() {
  const { run, busy } = useMutation('checkPaymentRequest', {
    failure: 'The provider could not be asked. Please try again.',
  });
  return ({ id }: PaymentRequestDetail) => {
    if (busy) return;
    run({ params: { id } }).then(
      ({ status }) => toast('Provider asked', requestStatusLabels[status]),
      (error) => (error instanceof ClientError ? toastFailure(error) : reportError(error)),
    );
  };
}

function useRequestActions(): RecordActions<PaymentRequestDetail> {
  const check = useCheck();
  const refusal = useRefusal()('payment.record');
  const { open, dialog } = useDialogs({
    accept: (request: PaymentRequestDetail, close) => (
      <AcceptForm request={request} onClose={close} />
    ),
    refund: (request: PaymentRequestDetail, close) => (
      <RefundForm request={request} onClose={close} />
    ),
  });
  const of = (request: PaymentRequestDetail) => {
    const isEnded = request.status === 'paid' || request.status === 'refunded';
    const inReview = request.status === 'review';
    return [
      ...(isEnded
        ? []
        : [{ label: 'Check now', icon: <RefreshIcon />, onClick: () => check(request) }]),
      ...(inReview || request.mayAccept
        ? [
            {
              label: 'Accept',
              icon: <EndorsedIcon />,
              disabledReason: refusal ?? (request.mayAccept ? undefined : request.refusal),
              onClick: () => open('accept', request),
            },
          ]
        : []),
      ...(inReview || request.status === 'paid' || request.mayRefund
        ? [
            {
              label: 'Refund',
              icon: <UndoIcon />,
              disabledReason: refusal ?? (request.mayRefund ? undefined : request.refusal),
              onClick: () => open('refund', request),
            },
          ]
        : []),
    ];
  };
  return { of, dialog };
}

/** The number of the receipt or of the WiFi sale, with a link to the payment. */
function DocumentLink({ paymentId, documentNumber }: PaymentRequestDetail) {
  if (documentNumber === '') return <span className="quiet">–</span>;
  if (paymentId === null) return <Id value={documentNumber} plain />;
  return (
    <Link className="mono" to={recordPath('payment', paymentId)}>
      {documentNumber}
    </Link>
  );
}

function Request({ request }: { request: PaymentRequestDetail }) {
  const { paid, refund, events, problem, customerNumber } = request;
  return (
    <Stack>
      {problem !== '' && <Notes text={problem} />}
      <Panel title="Asked">
        <KeyValues
          items={[
            {
              label: 'Amount',
              value: <strong>{amountText(request.currency, request.amount)}</strong>,
            },
            { label: 'Of', value: <PhoneLink phone={request.phone} /> },
            { label: 'Through', value: request.provider },
            {
              label: 'For',
              value: customerNumber ? (
                <Link to={recordPath('customer', customerNumber)}>
                  <bdi>{request.what}</bdi>
                </Link>
              ) : (
                <bdi>{request.what}</bdi>
              ),
            },
            { label: 'Rate', value: `1 USD = ${formatSsp(request.exchangeRate)}` },
            { label: 'Asked at', value: <InstantText at={request.createdAt} /> },
            { label: 'Asked by', value: <bdi>{request.createdBy || 'Visitor'}</bdi> },
            { label: 'Reference', value: <Id value={request.reference} /> },
          ]}
        />
      </Panel>
      <Panel title="Paid">
        {paid === null ? (
          <p className="quiet">
            {isOpen(request)
              ? 'The payer has not answered yet.'
              : 'No money is known to have come.'}
          </p>
        ) : (
          <KeyValues
            items={[
              {
                label: 'Amount',
                value: <Paid currency={paid.currency} amount={paid.amount} />,
              },
              { label: 'By', value: <PhoneLink phone={paid.phone} /> },
              {
                label: "Provider's transaction",
                value: request.providerTransactionId ? (
                  <Id value={request.providerTransactionId} />
                ) : (
                  '–'
                ),
              },
              { label: 'Settled', value: <InstantText at={request.settledAt} /> },
              { label: 'Document', value: <DocumentLink {...request} /> },
            ]}
          />
        )}
      </Panel>
      {request.purpose === 'wifi' && request.documentNumber !== '' && (
        <Allowed to="access.read">
          <SaleSignIns id={request.id} />
        </Allowed>
      )}
      {refund && (
        <Panel title="Refund">
          <KeyValues
            items={[
              { label: 'Amount', value: amountText(request.currency, refund.amount) },
              { label: 'Date', value: <DateText date={refund.date} /> },
              { label: 'By', value: <bdi>{refund.createdBy}</bdi> },
              { label: 'Reference', value: <bdi>{refund.reference || '–'}</bdi> },
              { label: 'Reason', value: <bdi>{refund.reason}</bdi> },
            ]}
          />
        </Panel>
      )}
      <Panel title="What happened">
        {events.length === 0 ? (
          <p className="quiet">Nothing was exchanged with the provider yet.</p>
        ) : (
          <ol className={styles.events}>
            {events.map(({ id, kind, at, body }) => (
              <li key={id}>
                <span>
                  {humanize(kind)}{' '}
                  <span className="quiet">
                    <InstantText at={at} />
                  </span>
                </span>
                {body !== '' && <pre className={styles.body}>{body}</pre>}
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </Stack>
  );
}

function SaleSignIns({ id }: { id: number }) {
  return <CodeSignIns read={useRead('wifiSignIns', { params: { id } })} />;
}

type PaidMoney = NonNullable<PaymentRequestDetail['paid']>;

/** The provider may name a currency that is not ours. */
function Paid({ currency, amount }: Pick<PaidMoney, 'currency' | 'amount'>) {
  if (currency === 'SSP' || currency === 'USD')
    return <strong>{amountText(currency, amount)}</strong>;
  return (
    <strong>
      {toDecimal(amount)} {currency}
    </strong>
  );
}
