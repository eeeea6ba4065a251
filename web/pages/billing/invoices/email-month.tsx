import { EnvelopeIcon } from '@blueprintjs/icons';
import { formatMonth, type IsoMonth, monthOf } from '@nimule/core/kernel/dates';
import type { InvoiceEmails } from '@nimule/core/messaging/schema';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { MailNotice } from '../../../parts/messages/unsent-notice.tsx';
import { monthsAround, MonthSelect } from '../../../parts/months.tsx';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { counted, numberText } from '../../../ui/counted.ts';
import { Inline, Stack, TwoLines } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { KeyValues } from '../../../ui/values.tsx';

const MONTHS_BACK = 12;

/** E-mails the invoices of a month after a confirmation, and opens their progress. */
export function EmailMonthButton() {
  const asking = useAdding('invoice-emails');
  const may = useMay();
  return (
    <>
      <AllowedOrDisabled to="sms.send">
        <ActionButton icon={<EnvelopeIcon />} onClick={asking.open}>
          E-mail invoices
        </ActionButton>
      </AllowedOrDisabled>
      {asking.isOpen && may('sms.send') && <EmailMonthDialog onClose={asking.close} />}
    </>
  );
}

function EmailMonthDialog({ onClose }: { onClose: () => void }) {
  const [month, setMonth] = useState(() => monthOf(today()));
  const navigate = useNavigate();
  const name = formatMonth(month);
  return (
    <OperationDialog
      operation="emailInvoices"
      input={{ body: { month } }}
      failure="The invoices could not be e-mailed. Please try again."
      title="E-mail the invoices of a month?"
      confirmLabel={`E-mail invoices of ${name}`}
      done={(made) => {
        toast('Invoices queued', resultOf(made));
        void navigate(recordPath('campaign', made.id));
      }}
      onClose={onClose}
    >
      <Stack>
        <Inline>
          <span>Invoices of</span>
          <MonthSelect
            label="Month to e-mail"
            months={monthsAround(today(), MONTHS_BACK)}
            value={month}
            onChoose={setMonth}
          />
        </Inline>
        <MailNotice />
        <p>
          Each invoice of {name} is e-mailed with its PDF to the address of its customer. Left out
          are customers without an address, cancelled invoices, and those that were e-mailed
          already.
        </p>
        <Recipients month={month} />
      </Stack>
    </OperationDialog>
  );
}

/** How many get their invoice, and how many do not, with the first of them. */
function Recipients({ month }: { month: IsoMonth }) {
  const { data } = useRead('previewInvoiceEmails', { query: { month } });
  if (!data) return <p className="quiet">Counting the recipients…</p>;
  return (
    <KeyValues
      items={[
        { label: 'Get their invoice', value: numberText(data.recipients) },
        ...data.leftOut.map(({ reason, count: left, names }) => ({
          label: reason,
          value: <TwoLines quiet={namesOf(names, left)}>{numberText(left)}</TwoLines>,
        })),
      ]}
    />
  );
}

function namesOf(names: readonly string[], all: number): string {
  const more = all - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${numberText(more)} more` : ''}`;
}

/** 'EML-2026-000012: 120 e-mails. Left out: No e-mail address, 3.' */
function resultOf({ campaignId, recipients, leftOutBecause }: InvoiceEmails): string {
  const left = leftOutBecause.map(({ reason, count }) => `${reason}, ${count}`).join('; ');
  return `${campaignId}: ${counted(recipients, 'e-mail')}.${left && ` Left out: ${left}.`}`;
}
