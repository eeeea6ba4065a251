import { Callout, Intent } from '@blueprintjs/core';
import { entryWarnings } from '@nimule/core/accounting/journal/rules';
import { type JournalEntryDetail, journalEntryInput } from '@nimule/core/accounting/schema';
import {
  addMonths,
  formatMonth,
  type IsoMonth,
  isIsoDate,
  isIsoMonth,
  isoDate,
  lastDay,
  monthOf,
} from '@nimule/core/kernel/dates';
import { toNumber } from '@nimule/core/kernel/money';
import { wholeNumber, yesNo } from '@nimule/core/kernel/text';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { CheckField, FieldRow, NumberField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toastError, toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import {
  EMPTY_LINE,
  isBalanced,
  type LineBoxes,
  type LinesRefusal,
  lineBoxes,
  linesToSend,
  refusalOf,
  totalsOfBoxes,
} from './entry-lines.ts';
import { EntryLinesFields } from './entry-lines-fields.tsx';

const entryForm = journalEntryInput
  .pick({ date: true, description: true, reference: true })
  .extend({
    entries: z.array(lineBoxes).max(500),
    repeats: yesNo.optional(),
    day: wholeNumber('The day', 1, 31).optional(),
  });

interface NewEntryDialogProps {
  /** The month of the page: entries are dated today in the current month, on its last day in an earlier one. */
  month: IsoMonth;
  /** Opens the posted entry. */
  onShow: (entryId: string) => void;
  onClose: () => void;
}

/** The first date of the form for a month. */
function dateFor(month: IsoMonth): string {
  return month < monthOf(today()) ? lastDay(month) : today();
}

/** New Journal Entry (seeds/001 2 and 5), which can also be repeated each month. */
export function NewEntryDialog(props: NewEntryDialogProps) {
  const read = useRead('listAccounts');
  return (
    <LoadingDialog title="New Journal Entry" noun="accounts" read={read} onClose={props.onClose}>
      {(accounts) => <EntryForm {...props} accounts={accounts} />}
    </LoadingDialog>
  );
}

type Accounts = Parameters<typeof EntryLinesFields>[0]['accounts'];

function EntryForm({
  month,
  accounts,
  onShow,
  onClose,
}: NewEntryDialogProps & { accounts: Accounts }) {
  const months = useRead('listMonths').data;
  const locked = new Set(months?.flatMap((state) => (state.isLocked ? [state.month] : [])));
  const create = useMutation('createJournalEntry', { failure: 'Failed to create journal entry' });
  const repeat = useMutation('createJournalTemplate', {
    failure: 'The entry is posted, but it could not be repeated each month.',
  });
  const [refusal, setRefusal] = useState<LinesRefusal & { error: ClientError }>();
  const post = async (input: z.input<typeof entryForm>) => {
    setRefusal(undefined);
    const refused = refusalOf(input.entries, accounts);
    if (refused) {
      const { message, fields } = refused;
      const error = new ClientError(422, message, fields ? { fields } : {});
      setRefusal({ ...refused, error });
      throw error;
    }
    const { date, description, reference } = input;
    const entries = linesToSend(input.entries, accounts);
    const { debit, credit } = totalsOfBoxes(input.entries);
    const entry = await create.run({
      body: {
        date,
        description,
        ...(reference === undefined ? {} : { reference }),
        entries,
        totalDebit: toNumber(debit),
        totalCredit: toNumber(credit),
      },
    });
    if (isYes(input.repeats)) {
      const template = {
        description,
        ...(reference === undefined ? {} : { reference }),
        entries,
        day: input.day ?? Number(entry.entryDate.slice(8)),
        firstMonth: addMonths(monthOf(entry.entryDate), 1),
      };
      await repeat.run({ body: template }).then(
        () => tellPosted(entry, onShow),
        (error) => {
          if (!(error instanceof ClientError)) throw error;
          toastError(`${entry.entryId} is posted, but not repeated: ${error.message}`);
        },
      );
      return;
    }
    tellPosted(entry, onShow);
  };
  return (
    <FormDialog
      title="New Journal Entry"
      description="Debits and credits must be equal. Enter adds a line, Ctrl+Enter posts."
      width={1040}
      schema={entryForm}
      initial={{
        date: dateFor(month),
        description: '',
        reference: '',
        entries: [EMPTY_LINE, EMPTY_LINE],
        repeats: '',
        day: '',
      }}
      submitLabel="Post Entry"
      busyLabel="Posting…"
      submitError={refusal?.error ?? create.error}
      failureTitle={refusal?.title ?? 'Error'}
      toastsFields
      isReady={({ date, entries }) =>
        isBalanced(totalsOfBoxes((entries || []) as LineBoxes[])) &&
        !locked.has(monthOfText(String(date)) as IsoMonth)
      }
      refusesItself
      onSubmit={post}
      onClose={onClose}
    >
      <LockedNotice locked={locked} />
      <FieldRow>
        <DateField name="date" label="Date" />
        <TextField name="description" label="Description" maxLength={500} />
        <TextField name="reference" label="Reference" maxLength={200} />
      </FieldRow>
      <EntryLinesFields accounts={accounts} />
      <EntryWarnings />
      <Repeat />
    </FormDialog>
  );
}

function tellPosted(entry: JournalEntryDetail, onShow: (entryId: string) => void): void {
  toastWithActions(
    'Journal Entry Created',
    'Double-entry journal entry has been posted successfully.',
    [{ label: `Open ${entry.entryId}`, onClick: () => onShow(entry.entryId) }],
  );
}

function isYes(value: unknown): boolean {
  return value === true || value === 'true';
}

/** The month of a typed date; undefined while it is not one. */
function monthOfText(date: string): IsoMonth | undefined {
  const month = date.slice(0, 7);
  return isIsoDate(date) && isIsoMonth(month) ? monthOf(isoDate(date)) : undefined;
}

function LockedNotice({ locked }: { locked: ReadonlySet<IsoMonth> }) {
  const month = monthOfText(useFieldValue('date'));
  if (month === undefined || !locked.has(month)) return null;
  return (
    <Callout compact intent={Intent.WARNING} role="alert">
      {formatMonth(month)} is locked: nothing can be posted in it. Choose another date, or unlock
      the month.
    </Callout>
  );
}

function EntryWarnings() {
  const date = useFieldValue('date');
  const lines: readonly LineBoxes[] = useWatch({ name: 'entries' }) ?? [];
  const warnings = entryWarnings(
    {
      date: isIsoDate(date) ? isoDate(date) : undefined,
      accounts: lines.map(({ accountCode }) => accountCode),
    },
    today(),
  );
  if (warnings.length === 0) return null;
  return (
    <Callout compact intent={Intent.WARNING} role="status">
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Callout>
  );
}

function Repeat() {
  const repeats = isYes(useFieldValue('repeats'));
  const date = useFieldValue('date');
  return (
    <FieldRow>
      <CheckField name="repeats" label="Also post it each month from the next one on" />
      {repeats && (
        <NumberField
          name="day"
          label="On day"
          placeholder={isIsoDate(date) ? String(Number(date.slice(8))) : ''}
          help="The last day in shorter months."
        />
      )}
    </FieldRow>
  );
}
