import { type JournalTemplate, journalTemplateInput } from '@nimule/core/accounting/ledger/schema';
import { formatMonth, type IsoMonth } from '@nimule/core/kernel/dates';
import { useState } from 'react';
import { z } from 'zod';
import { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { monthsAround } from '../../../parts/months.tsx';
import { FieldRow, NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import {
  boxesOf,
  isBalanced,
  type LineBoxes,
  type LinesRefusal,
  lineBoxes,
  linesToSend,
  refusalOf,
  totalsOfBoxes,
} from './entry-lines.ts';
import { EntryLinesFields } from './entry-lines-fields.tsx';

const templateForm = journalTemplateInput
  .pick({ description: true, reference: true, day: true, firstMonth: true, lastMonth: true })
  .extend({ entries: z.array(lineBoxes).max(500) });

const MONTHS = 24;

interface TemplateFormProps {
  template: JournalTemplate;
  onClose: () => void;
}

/** Changes a recurring entry. What it has posted stays as it is. */
export function TemplateForm(props: TemplateFormProps) {
  const read = useRead('listAccounts');
  return (
    <LoadingDialog title="Edit recurring entry" noun="accounts" read={read} onClose={props.onClose}>
      {(accounts) => <Form {...props} accounts={accounts} />}
    </LoadingDialog>
  );
}

type Accounts = Parameters<typeof EntryLinesFields>[0]['accounts'];

function Form({ template, accounts, onClose }: TemplateFormProps & { accounts: Accounts }) {
  const update = useMutation('updateJournalTemplate', {
    failure: 'The recurring entry could not be changed. Please try again.',
  });
  const [refusal, setRefusal] = useState<LinesRefusal & { error: ClientError }>();
  const { id, description, reference, day, firstMonth, lastMonth, isActive, version } = template;
  const months = [
    ...new Set([
      ...monthsAround(today(), MONTHS, MONTHS),
      firstMonth,
      ...(lastMonth ? [lastMonth] : []),
    ]),
  ].sort();
  const options = months.map((month: IsoMonth) => ({ value: month, label: formatMonth(month) }));
  return (
    <FormDialog
      title="Edit recurring entry"
      description="The next entries are posted as changed here; those already posted stay."
      width={1040}
      schema={templateForm}
      initial={{
        description,
        reference,
        day: String(day),
        firstMonth,
        lastMonth: lastMonth ?? '',
        entries: boxesOf(template.entries),
      }}
      submitLabel="Save changes"
      submitError={refusal?.error ?? update.error}
      failureTitle={refusal?.title ?? 'Error'}
      toastsFields
      isReady={({ entries }) => isBalanced(totalsOfBoxes((entries || []) as LineBoxes[]))}
      refusesItself
      onSubmit={async (input) => {
        setRefusal(undefined);
        const refused = refusalOf(input.entries, accounts);
        if (refused) {
          const { message, fields } = refused;
          const error = new ClientError(422, message, fields ? { fields } : {});
          setRefusal({ ...refused, error });
          throw error;
        }
        await update.run({
          params: { id },
          body: {
            ...input,
            lastMonth: input.lastMonth ?? null,
            entries: linesToSend(input.entries, accounts),
            isActive,
            version,
          },
        });
        toast('Recurring entry changed', String(input.description));
      }}
      onClose={onClose}
    >
      <FieldRow>
        <TextField name="description" label="Description" maxLength={500} />
        <TextField name="reference" label="Reference" maxLength={200} />
      </FieldRow>
      <FieldRow>
        <NumberField name="day" label="On day" help="The last day in shorter months." />
        <SelectField name="firstMonth" label="From" options={options} />
        <SelectField name="lastMonth" label="Until" none="No end" options={options} />
      </FieldRow>
      <EntryLinesFields accounts={accounts} />
    </FormDialog>
  );
}
