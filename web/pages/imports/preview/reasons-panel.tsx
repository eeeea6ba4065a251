import { Button, HTMLSelect, InputGroup, Intent } from '@blueprintjs/core';
import { ErrorIcon, InfoSignIcon } from '@blueprintjs/icons';
import type { ImportPreview, ImportSettings, Reason } from '@nimule/core/imports/schema-centre';
import { useId, useState } from 'react';
import { counted, numberText } from '../../../ui/counted.ts';
import { fieldLabel, messageText } from '../import-words.ts';
import { type PreviewField, titled, withChoice, withReplacements } from './column-choice.ts';
import { needsOpeningDate, OpeningDate } from './opening-date.tsx';
import panel from './panel.module.css';
import styles from './reasons.module.css';

interface ReasonsPanelProps {
  preview: ImportPreview;
  settings: ImportSettings;
  onChange: (settings: ImportSettings) => void;
  /** Asks for the preview again, after a change outside its settings. */
  onRefresh: () => void;
}

const keyOf = ({ message, field, text }: Reason) => JSON.stringify([message, field, text]);
const isMendable = ({ field, text }: Reason) => field !== null && text !== null;

/** Why rows are refused, grouped by reason; a wrong text is replaced, or another column is read. */
export function ReasonsPanel({ preview, settings, onChange, onRefresh }: ReasonsPanelProps) {
  const { reasons, otherReasons, fields } = preview;
  const headers = titled(preview.headers);
  const headingId = useId();
  const suggested = reasons.filter((reason) => isMendable(reason) && reason.suggestion !== null);
  const undated = reasons.find(({ message }) => needsOpeningDate(message));
  if (reasons.length === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby={headingId}>
      <header className={panel.head}>
        <h2 id={headingId} className={panel.title}>
          Reasons
        </h2>
        {suggested.length > 0 && (
          <Button
            size="small"
            intent={Intent.PRIMARY}
            className={panel.action ?? ''}
            onClick={() =>
              onChange(
                withReplacements(
                  settings,
                  suggested.map((reason) => ({ reason, to: reason.suggestion! })),
                ),
              )
            }
          >
            {suggested.length === 1
              ? 'Apply the suggestion'
              : `Apply all ${numberText(suggested.length)} suggestions`}
          </Button>
        )}
      </header>
      <ul className={styles.list}>
        {reasons.map((reason) => (
          <ReasonRow
            key={keyOf(reason)}
            reason={reason}
            field={fields.find(({ field }) => field === reason.field)}
            headers={headers}
            onOpeningDate={reason === undated ? onRefresh : undefined}
            onReplace={(to) => onChange(withReplacements(settings, [{ reason, to }]))}
            onColumn={(column) =>
              reason.field !== null &&
              onChange(withChoice(settings, reason.field, { kind: 'column', column }))
            }
          />
        ))}
      </ul>
      {otherReasons > 0 && (
        <p className={styles.more}>And {counted(otherReasons, 'row')} with other reasons.</p>
      )}
    </section>
  );
}

interface ReasonRowProps {
  reason: Reason;
  field: PreviewField | undefined;
  headers: readonly string[];
  /** Shows the opening date below the message, and follows when it is set. */
  onOpeningDate: (() => void) | undefined;
  onReplace: (to: string) => void;
  onColumn: (column: string) => void;
}

function rowsOf({ rows, firstRows }: Reason): string {
  const named = firstRows.slice(0, 3).map(numberText).join(', ');
  if (rows === 1 && firstRows.length === 1) return `row ${named}`;
  return `${counted(rows, 'row')}${named ? `, first in ${named}` : ''}`;
}

function ReasonRow({ reason, field, headers, onOpeningDate, ...mending }: ReasonRowProps) {
  const Icon = reason.isRefusal ? ErrorIcon : InfoSignIcon;
  return (
    <li className={styles.reason}>
      <div className={styles.words}>
        <span className={reason.isRefusal ? styles.refusal : styles.note} aria-hidden="true">
          <Icon size={14} />
        </span>
        <span>
          {messageText(reason.message)}
          <span className={styles.rows}>
            {reason.isRefusal ? 'Refused' : 'Note'}: {rowsOf(reason)}
          </span>
        </span>
      </div>
      {onOpeningDate && <OpeningDate onSet={onOpeningDate} />}
      {field && isMendable(reason) && (
        <Mending reason={reason} field={field} headers={headers} {...mending} />
      )}
    </li>
  );
}

interface MendingProps extends Omit<ReasonRowProps, 'field' | 'onOpeningDate'> {
  field: PreviewField;
}

/** 'Choose' or a text to replace the wrong one, and the column to read instead. */
function Mending({ reason, field, headers, onReplace, onColumn }: MendingProps) {
  const [to, setTo] = useState(reason.suggestion ?? '');
  const label = fieldLabel(field.field);
  const isChoice = field.choices.length > 0;
  return (
    <form
      className={styles.mending}
      onSubmit={(event) => {
        event.preventDefault();
        if (to !== '') onReplace(to);
      }}
    >
      {isChoice ? (
        <HTMLSelect
          aria-label={`${label} instead of ${reason.text}`}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        >
          <option value="">Choose…</option>
          {field.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </HTMLSelect>
      ) : (
        <InputGroup
          aria-label={`${label} instead of ${reason.text}`}
          placeholder="Correct value"
          maxLength={200}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      )}
      <Button type="submit" disabled={to === ''} aria-label={`Apply to ${reason.text}`}>
        Apply
      </Button>
      <HTMLSelect
        aria-label={`Another column for ${label}, because of ${reason.text}`}
        value=""
        onChange={(event) => event.target.value !== '' && onColumn(event.target.value)}
      >
        <option value="">Read a column…</option>
        {headers.map((header, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same title
          <option key={index}>{header}</option>
        ))}
      </HTMLSelect>
    </form>
  );
}
