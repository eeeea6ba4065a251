import { Button } from '@blueprintjs/core';
import { isIsoDate } from '@nimule/core/kernel/dates';
import { useId, useState } from 'react';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { useMay } from '../../../ui/allowed.tsx';
import { DATE_EXAMPLE, DateInput } from '../../../ui/form/date-input.tsx';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import styles from './reasons.module.css';

/** Whether a message says that the books need an opening date. */
export function needsOpeningDate(message: string): boolean {
  return message.includes('Set the opening date of the books first');
}

/** Sets the opening date of the books, for those who may; `onSet` follows. */
export function OpeningDate({ onSet }: { onSet: () => void }) {
  const may = useMay();
  return may('settings.update') ? (
    <OpeningDateForm onSet={onSet} />
  ) : (
    <p className="quiet">Ask an administrator to set the opening date.</p>
  );
}

function OpeningDateForm({ onSet }: { onSet: () => void }) {
  const inputId = useId();
  const [date, setDate] = useState('');
  const { data: present } = useRead('openingDate');
  const { run, busy } = useMutation('setOpeningDate', {
    failure: 'The opening date could not be set.',
  });
  return (
    <form
      className={styles.mending}
      onSubmit={(event) => {
        event.preventDefault();
        if (!present || !isIsoDate(date)) return;
        run({ body: { openingDate: date, version: present.version } }).then(
          () => {
            toast('Opening Date Set', 'Older documents come in as opening balances.');
            onSet();
          },
          (error: ClientError) => toastFailure(error, 'Opening Date Not Set'),
        );
      }}
    >
      <label htmlFor={inputId}>Opening date</label>
      <DateInput
        id={inputId}
        label="Opening date"
        aria-describedby={`${inputId}-example`}
        value={date}
        onChange={setDate}
      />
      <span id={`${inputId}-example`} className="quiet">
        {DATE_EXAMPLE}
      </span>
      <Button type="submit" loading={busy} disabled={!present || !isIsoDate(date)}>
        Set the opening date
      </Button>
    </form>
  );
}
