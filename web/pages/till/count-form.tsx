import { InputGroup, Intent } from '@blueprintjs/core';
import { formatSsp, formatUsd, subtractCents } from '@nimule/core/kernel/money';
import { optionalLines, wholeNumber } from '@nimule/core/kernel/text';
import { countPieces, differenceText, formatCash } from '@nimule/core/till/rules';
import {
  type Till,
  type TillCountInput,
  tillCurrencies,
  type TillCurrency,
  type TillDetail,
} from '@nimule/core/till/schema';
import type { KeyboardEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../client/call.ts';
import { RecordForm } from '../../parts/record-form.tsx';
import { TextAreaField, useField } from '../../ui/form/fields.tsx';
import { toastWithActions } from '../../ui/overlay/toaster.tsx';
import { saveDayReport } from './till-report.ts';
import { type Both, pieceFields } from './till-words.ts';
import styles from './till.module.css';

const MAX_PIECES = 1_000_000;
const pieces = wholeNumber('The number', 0, MAX_PIECES).optional();
const shape = {
  ...(Object.fromEntries(pieceFields.map(({ name }) => [name, pieces])) as Record<
    `${'USD' | 'SSP'}_${number}`,
    typeof pieces
  >),
  note: optionalLines('The note', 500).optional(),
};

type Held = Pick<Till, 'cashUsd' | 'cashSsp'>;

/** The pieces of the input of a form; blank and unreadable boxes count as none. */
function piecesOf(values: Readonly<Record<string, unknown>>): TillCountInput['pieces'] {
  return pieceFields.flatMap(({ currency, denomination, name }) => {
    const text = String(values[name] ?? '').trim();
    const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
    return number > 0 && number <= MAX_PIECES ? [{ currency, denomination, pieces: number }] : [];
  });
}

/** What was counted, and the difference from what the till holds, by the rule of the server. */
function countOf(
  values: Readonly<Record<string, unknown>>,
  { cashUsd, cashSsp }: Held,
): { totals: Both; difference: Both } {
  const count = countPieces(piecesOf(values));
  if ('field' in count) throw new Error(count.message);
  const { totals } = count;
  const difference = {
    USD: subtractCents(totals.USD, cashUsd),
    SSP: subtractCents(totals.SSP, cashSsp),
  };
  return { totals, difference };
}

/** The form of a count: a difference needs a note. */
function countForm(held: Held) {
  return z.object(shape).superRefine((values, ctx) => {
    const text = differenceText(countOf(values, held).difference);
    if (text === '' || (values.note ?? '') !== '') return;
    ctx.addIssue({
      code: 'custom',
      path: ['note'],
      message: `The till is ${text}. Say why in the note, or count again.`,
    });
  });
}

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
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
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
