import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  InputGroup,
  Intent,
  TextArea,
} from '@blueprintjs/core';
import { isWaiting } from '@nimule/core/approvals/schema';
import { parsePaste, type Paste } from '@nimule/core/expenses/rules-paste';
import { accounts, type ExpenseAccount, expenseCurrencies } from '@nimule/core/expenses/schema';
import type { Currency } from '@nimule/core/kernel/money';
import { useId, useState } from 'react';
import { useMutation } from '../../../client/use-mutation.ts';
import { counted } from '../../../ui/counted.ts';
import { useDiscardQuestion } from '../../../ui/form/discard-question.tsx';
import { useUnsaved } from '../../../ui/form/unsaved-changes.tsx';
import { useReturnFocus } from '../../../ui/overlay/return-focus.ts';
import { toast, toastError } from '../../../ui/overlay/toaster.tsx';
import { accountLabels } from '../expense-words.ts';
import { totalsOf } from './choice.ts';
import styles from './import.module.css';
import { type Judged, PreviewPanel } from './preview-panel.tsx';

const TITLE = 'Import Data';
/** The proposed vendor (seeds/001 5). */
const VENDOR = 'Bandwidth Supplier';
const FAILURE = { failure: 'Failed to import expenses.' };

function isFailure(error: unknown): error is Error {
  return error instanceof Error && 'status' in error;
}

/** Calls; a failure is shown as 'Import Error' (seeds/001 8). */
async function orTell<T>(calling: Promise<T>): Promise<T | undefined> {
  try {
    return await calling;
  } catch (error) {
    if (!isFailure(error)) throw error;
    toastError(error.message, 'Import Error');
    return undefined;
  }
}

/** The pasted lines, or undefined after a message (seeds/001 5). */
function readPaste(text: string, vendor: string): Paste | undefined {
  if (text.trim() === '') {
    toastError('Please paste the supplier expense data.', 'No Data');
    return undefined;
  }
  const paste = parsePaste(text, vendor.trim());
  if (paste.lines.length > 0) return paste;
  toastError('Could not parse any valid expense records from the data.', 'No Valid Data');
  return undefined;
}

/**
 * What is sent of each line. The server adds description, type and category of a bandwidth cost (seeds/001 5), so that a
 * paste of the most lines fits into one request.
 */
function sentOf({ lines }: Paste, chosen?: ReadonlySet<number>) {
  return lines.map(({ date, location, amount }, at) => ({
    ...{ date, location, amount },
    ...(chosen?.has(at) && { isChosen: true }),
  }));
}

/** Import of pasted supplier data (seeds/001 5): paste, look at what would be recorded, import. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const [vendor, setVendor] = useState(VENDOR);
  const [text, setText] = useState('');
  const [booking, setBooking] = useState<Booking>({
    account: 'accounts_payable',
    currency: 'USD',
  });
  const [judged, setJudged] = useState<Judged>();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const preview = useMutation('previewExpenseImport', FAILURE);
  const record = useMutation('importExpenses', FAILURE);
  const { ask, question } = useDiscardQuestion(TITLE);
  const isDirty = text.trim() !== '';
  const discard = () => {
    release();
    onClose();
  };
  const release = useUnsaved({
    isDirty,
    isModal: true,
    ask: (proceed) =>
      ask(() => {
        discard();
        proceed();
      }),
  });
  const isBusy = preview.busy || record.busy;
  const close = () => {
    if (isBusy) return;
    if (isDirty) ask(discard);
    else onClose();
  };
  const look = async () => {
    const paste = readPaste(text, vendor);
    if (!paste) return;
    const answer = await orTell(preview.run({ body: { expenses: sentOf(paste), ...booking } }));
    if (!answer) return;
    setChosen(new Set());
    setJudged({ paste, verdicts: answer.verdicts });
  };
  const save = async ({ paste }: Judged) => {
    const answer = await orTell(
      record.run({ body: { expenses: sentOf(paste, chosen), ...booking } }),
    );
    if (!answer) return;
    toast(isWaiting(answer) ? 'Asked for approval' : 'Bulk Import Complete', answer.message);
    discard();
  };
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setJudged(undefined);
  };
  const toRecord = judged ? totalsOf(judged.verdicts, chosen).lines : 0;
  return (
    <Dialog
      isOpen
      title={TITLE}
      onClose={close}
      canOutsideClickClose={false}
      style={{ width: `min(${judged ? 1040 : 720}px, 100% - 24px)` }}
    >
      <DialogBody>
        <PasteFields
          vendor={vendor}
          text={text}
          isShort={judged !== undefined}
          disabled={isBusy}
          onVendor={change(setVendor)}
          onText={change(setText)}
        />
        <BookingFields
          booking={booking}
          disabled={isBusy}
          onChange={(value) => {
            setBooking(value);
            setJudged(undefined);
          }}
        />
        {judged && <PreviewPanel judged={judged} chosen={chosen} onChoose={setChosen} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={close} disabled={isBusy}>
              Cancel
            </Button>
            {judged ? (
              <Button
                intent={Intent.PRIMARY}
                loading={record.busy}
                disabled={toRecord === 0}
                onClick={() => save(judged).catch(reportError)}
              >
                {toRecord === 0 ? 'Nothing to import' : `Import ${counted(toRecord, 'expense')}`}
              </Button>
            ) : (
              <Button
                intent={Intent.PRIMARY}
                loading={preview.busy}
                onClick={() => look().catch(reportError)}
              >
                Preview
              </Button>
            )}
          </>
        }
      />
      {question}
    </Dialog>
  );
}

/** How all lines of the paste are booked (decision 76). */
interface Booking {
  account: ExpenseAccount;
  currency: Currency;
}

interface BookingFieldsProps {
  booking: Booking;
  disabled: boolean;
  onChange: (booking: Booking) => void;
}

function BookingFields({ booking, disabled, onChange }: BookingFieldsProps) {
  const id = useId();
  return (
    <div className={styles.booking}>
      <FormGroup label="Payment account" labelFor={`${id}-account`}>
        <HTMLSelect
          id={`${id}-account`}
          fill
          value={booking.account}
          disabled={disabled}
          options={accounts.map((value) => ({ value, label: accountLabels[value] }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...booking, account: value as ExpenseAccount })
          }
        />
      </FormGroup>
      <FormGroup label="Currency" labelFor={`${id}-currency`}>
        <HTMLSelect
          id={`${id}-currency`}
          fill
          value={booking.currency}
          disabled={disabled}
          options={[...expenseCurrencies]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...booking, currency: value as Currency })
          }
        />
      </FormGroup>
    </div>
  );
}

interface PasteFieldsProps {
  vendor: string;
  text: string;
  /** The preview is shown below. */
  isShort: boolean;
  disabled: boolean;
  onVendor: (vendor: string) => void;
  onText: (text: string) => void;
}

function PasteFields({ vendor, text, isShort, disabled, onVendor, onText }: PasteFieldsProps) {
  const id = useId();
  return (
    <>
      <FormGroup
        label="Vendor name"
        labelFor={`${id}-vendor`}
        helperText="Used as the location of lines without one."
      >
        <InputGroup
          id={`${id}-vendor`}
          value={vendor}
          maxLength={200}
          disabled={disabled}
          autoComplete="off"
          onChange={(event) => onVendor(event.target.value)}
        />
      </FormGroup>
      <FormGroup
        label="Supplier expense data"
        labelFor={`${id}-text`}
        helperText={
          isShort
            ? undefined
            : 'One expense per line, columns separated by tabs: date (dd/mm/yyyy), location, anything, amount.'
        }
      >
        <TextArea
          id={`${id}-text`}
          value={text}
          fill
          autoFocus
          disabled={disabled}
          rows={isShort ? 3 : 10}
          className="mono"
          placeholder={'01/11/2026\tJuba\tSTM-1\t1,250.00'}
          onChange={(event) => onText(event.target.value)}
        />
      </FormGroup>
    </>
  );
}
