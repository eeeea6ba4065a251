import { HTMLSelect, InputGroup, Tag } from '@blueprintjs/core';
import { useId } from 'react';
import { fieldLabel } from '../import-words.ts';
import { DEFAULT_SEPARATOR, type FieldChoice, type PreviewField } from './column-choice.ts';
import { ColumnList } from './column-list.tsx';
import styles from './mapping.module.css';

interface FieldRowProps {
  field: PreviewField;
  headers: readonly string[];
  isMissing: boolean;
  choice: FieldChoice;
  onChoose: (choice: FieldChoice) => void;
}

/** Values of the select that are no columns; a column's value is its index. */
const NONE = 'none';
const OTHER = 'other';
const ways = {
  constant: 'Same for all rows…',
  join: 'Join columns…',
  first: 'First filled of…',
} as const;

const confidences = {
  sure: undefined,
  likely: 'likely',
  doubtful: 'please check',
  none: undefined,
} as const;

function selectedOf(choice: FieldChoice, headers: readonly string[]): string {
  if (choice.kind === 'column') return String(headers.indexOf(choice.column));
  return choice.kind === 'none' ? NONE : choice.kind;
}

/** The columns that a choice reads, to start another one from. */
function columnsIn(choice: FieldChoice): readonly string[] {
  if (choice.kind === 'column') return [choice.column];
  return choice.kind === 'join' || choice.kind === 'first' ? choice.columns : [];
}

/** One field with the column it is read from. */
export function FieldRow({ field, headers, isMissing, choice, onChoose }: FieldRowProps) {
  const { kind, choices, isRequired, confidence, sample } = field;
  const selectId = useId();
  const label = fieldLabel(field.field);
  const choose = (value: string) => {
    const columns = columnsIn(choice);
    const start = columns.length > 0 ? columns : headers.slice(0, 1);
    if (value === NONE) onChoose({ kind: 'none' });
    else if (value === 'constant') onChoose({ kind: 'constant', value: choices[0] ?? '' });
    else if (value === 'join')
      onChoose({ kind: 'join', columns: start, separator: DEFAULT_SEPARATOR });
    else if (value === 'first') onChoose({ kind: 'first', columns: start });
    else if (value !== OTHER) onChoose({ kind: 'column', column: headers[Number(value)]! });
  };
  const doubt = choice.kind === 'column' ? confidences[confidence] : undefined;
  return (
    <li className={styles.field}>
      <label htmlFor={selectId} className={styles.label}>
        <span title={field.field}>{label}</span>
        {isRequired && <span className={styles.required}>required</span>}
        {doubt && (
          <Tag minimal intent={confidence === 'doubtful' ? 'warning' : 'none'}>
            {doubt}
          </Tag>
        )}
      </label>
      <HTMLSelect
        id={selectId}
        fill
        className={isMissing ? (styles.missing ?? '') : ''}
        aria-invalid={isMissing}
        value={selectedOf(choice, headers)}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={NONE}>{isRequired ? 'Choose a column' : 'Leave out'}</option>
        {choice.kind === 'other' && <option value={OTHER}>{choice.text}</option>}
        <optgroup label="Columns of the file">
          {headers.map((header, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same title
            <option key={index} value={String(index)}>
              {header}
            </option>
          ))}
        </optgroup>
        <optgroup label="Otherwise">
          {Object.entries(ways).map(([way, text]) => (
            <option key={way} value={way}>
              {text}
            </option>
          ))}
        </optgroup>
      </HTMLSelect>
      {choice.kind === 'constant' &&
        (kind === 'choice' ? (
          <HTMLSelect
            fill
            aria-label={`${label} for all rows`}
            value={choice.value}
            options={choices}
            onChange={(event) => onChoose({ kind: 'constant', value: event.target.value })}
          />
        ) : (
          <InputGroup
            fill
            aria-label={`${label} for all rows`}
            placeholder="Value for all rows"
            maxLength={200}
            value={choice.value}
            onChange={(event) => onChoose({ kind: 'constant', value: event.target.value })}
          />
        ))}
      {(choice.kind === 'join' || choice.kind === 'first') && (
        <ColumnList label={label} choice={choice} headers={headers} onChoose={onChoose} />
      )}
      {isMissing ? (
        <span className={styles.problem}>New rows need it.</span>
      ) : (
        sample !== '' && (
          <span className={styles.sample} title={sample}>
            {sample}
          </span>
        )
      )}
    </li>
  );
}
