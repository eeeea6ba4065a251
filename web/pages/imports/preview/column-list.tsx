import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { CrossIcon, PlusIcon } from '@blueprintjs/icons';
import type { FieldChoice } from './column-choice.ts';
import styles from './mapping.module.css';

/** The most columns that a field reads. */
const MAX_COLUMNS = 20;
const MAX_SEPARATOR = 10;

interface ColumnListProps {
  label: string;
  choice: Extract<FieldChoice, { kind: 'join' | 'first' }>;
  headers: readonly string[];
  onChoose: (choice: FieldChoice) => void;
}

/** Several columns for one field, in the order in which they are joined or tried. */
export function ColumnList({ label, choice, headers, onChoose }: ColumnListProps) {
  const { columns } = choice;
  const replace = (next: readonly string[]) => onChoose({ ...choice, columns: next });
  const unread = headers.find((header) => !columns.includes(header));
  return (
    <div className={styles.columns}>
      {columns.map((column, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column has no identity but its place
        <div key={at} className={styles.column}>
          <HTMLSelect
            fill
            aria-label={`${label}: column ${at + 1}`}
            value={column}
            onChange={(event) => replace(columns.with(at, event.target.value))}
          >
            {headers.map((header, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same title
              <option key={index}>{header}</option>
            ))}
          </HTMLSelect>
          <Button
            variant="minimal"
            icon={<CrossIcon />}
            aria-label={`Remove column ${at + 1} from ${label}`}
            disabled={columns.length === 1}
            onClick={() => replace(columns.toSpliced(at, 1))}
          />
        </div>
      ))}
      <div className={styles.column}>
        <Button
          size="small"
          icon={<PlusIcon />}
          disabled={unread === undefined || columns.length >= MAX_COLUMNS}
          onClick={() => unread !== undefined && replace([...columns, unread])}
        >
          Add column
        </Button>
        {choice.kind === 'join' && (
          <InputGroup
            size="small"
            className={styles.separator ?? ''}
            aria-label={`${label}: text between the columns`}
            placeholder="between"
            maxLength={MAX_SEPARATOR}
            value={choice.separator}
            onChange={(event) => onChoose({ ...choice, separator: event.target.value })}
          />
        )}
      </div>
    </div>
  );
}
