import { InputGroup, Intent } from '@blueprintjs/core';
import { formatSsp, formatUsd } from '@nimule/core/kernel/money';
import { differenceText, formatCash } from '@nimule/core/till/rules';
import { type TillCurrency, type TillDetail, tillCurrencies } from '@nimule/core/till/schema';
import type { KeyboardEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../client/call.ts';
import { RecordForm } from '../../parts/record-form.tsx';
import { TextAreaField, useField } from '../../ui/form/fields.tsx';
import { toastWithActions } from '../../ui/overlay/toaster.tsx';
import { countForm, countOf, piecesOf } from './count-schema.ts';
import styles from './till.module.css';
import { saveDayReport } from './till-report.ts';
import { pieceFields } from './till-words.ts';

const currencyNames: Readonly<Record<TillCurrency, string>> = {
  USD: 'US dollars',
  SSP: 'South Sudanese pounds',
};

/** What is counted below a dollar or a pound, by the cent. */
const smallest: Readonly<Record<TillCurrency, string>> = { USD: 'Cents', SSP: 'Piastres' };

interface CountFormProps {
  till: TillDetail;
  onClose: () => void;
}

/** Closes a till with the number of each note and coin. */
export function CountForm({ till, onClose }: CountFormProps) {
  const { id, tillNumber } = till;
  return (
    <RecordForm
      operation="countTill"
      failure="Please try again."
      failureTitle="Failed to count the till"
      title={`Count ${tillNumber}`}
      description="Enter how many there are of each note and coin. The count closes the till; a difference is posted at once."
      schema={countForm}
      record={till}
      read={(): Promise<TillDetail> => call('getTill', { params: { id } })}
      initial={{
        ...Object.fromEntries(pieceFields.map(({ name }) => [name, ''])),
        note: '',
      }}
      send={(typed, { version }) => ({
        params: { id },
        body: {
          pieces: piecesOf(typed).map(({ currency, denomination, pieces }) => ({
            currency,
            denomination: denomination / 100,
            pieces,
          })),
          ...(typed.note ? { note: typed.note } : {}),
          version,
        },
      })}
      done={(counted) =>
        toastWithActions('Till Counted', `${tillNumber} waits for its hand-over.`, [
          { label: 'Day report', onClick: () => saveDayReport(counted) },
        ])
      }
      submitLabel="Close the till"
      busyLabel="Closing…"
      width={720}
      onClose={onClose}
    >
      {(current) => <CountFields till={current} />}
    </RecordForm>
  );
}

/** Enter goes on to the next box: it would close the till in the middle of the count. */
function toNextBox(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const form = event.currentTarget.form;
  const boxes = [...(form?.querySelectorAll<HTMLElement>('input, textarea') ?? [])];
  boxes[boxes.indexOf(event.currentTarget) + 1]?.focus();
}

function CountFields({ till }: { till: TillDetail }) {
  const values: Record<string, unknown> = useWatch();
  const { totals, difference } = countOf(values, till);
  const expected = { USD: till.cashUsd, SSP: till.cashSsp };
  const text = differenceText(difference);
  const isBegun = piecesOf(values).length > 0;
  return (
    <>
      <div className={styles.count}>
        {tillCurrencies.map((currency) => (
          <fieldset key={currency} className={styles.currency}>
            <legend>{currencyNames[currency]}</legend>
            {pieceFields
              .filter((field) => field.currency === currency)
              .map((field) => (
                <PieceField key={field.name} {...field} />
              ))}
            <dl className={styles.totals}>
              <Total label="Counted" value={formatCash(currency, totals[currency])} />
              <Total label="Should be" value={formatCash(currency, expected[currency])} />
              <Total
                label="Difference"
                value={
                  isBegun || difference[currency] === 0
                    ? formatCash(currency, difference[currency])
                    : '–'
                }
                isWrong={isBegun && difference[currency] !== 0}
              />
            </dl>
          </fieldset>
        ))}
      </div>
      {text !== '' && !isBegun ? (
        <p role="status" className="quiet">
          Nothing is counted yet.
        </p>
      ) : (
        <p role="status" className={text === '' ? styles.right : styles.wrong}>
          {text === '' ? 'The count agrees with the till.' : `The till is ${text}.`}
        </p>
      )}
      <TextAreaField
        name="note"
        label="Note"
        rows={2}
        help={
          text === '' || !isBegun
            ? 'Is printed on the day report.'
            : 'Needed: say why the count differs. It is printed on the day report.'
        }
      />
    </>
  );
}

interface TotalProps {
  label: string;
  value: string;
  isWrong?: boolean;
}

function Total({ label, value, isWrong = false }: TotalProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isWrong ? styles.wrong : undefined}>{value}</dd>
    </div>
  );
}

/** One denomination: its value, how many there are, and the sum. */
function PieceField({ name, currency, denomination }: (typeof pieceFields)[number]) {
  const { input, intent } = useField({ name, label: '' });
  const { ref, ...rest } = input;
  const value = (currency === 'USD' ? formatUsd : formatSsp)(denomination).replace(/\.00$/, '');
  const face = denomination === 1 ? smallest[currency] : value;
  const pieces = Number(input.value);
  const isNumber = intent !== Intent.DANGER && Number.isSafeInteger(pieces) && pieces > 0;
  return (
    <div className={styles.piece}>
      <label htmlFor={input.id}>{face}</label>
      <InputGroup
        {...rest}
        inputRef={ref}
        intent={intent}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        maxLength={7}
        onKeyDown={toNextBox}
      />
      <span>
        {isNumber ? formatCash(currency, (denomination * pieces) as typeof denomination) : '–'}
      </span>
    </div>
  );
}
