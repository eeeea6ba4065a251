import { Button, ButtonGroup } from '@blueprintjs/core';
import { type ImportPreview, rowFates } from '@nimule/core/imports/schema-centre';
import { fateLabels, formatCount } from '../import-words.ts';
import styles from './preview.module.css';
import type { Shown } from './use-preview.ts';

interface FateFilterProps {
  counts: ImportPreview['counts'];
  shown: Shown;
  onShow: (shown: Shown) => void;
}

/** How many rows have which fate; a click shows only them in the grid. */
export function FateFilter({ counts, shown, onShow }: FateFilterProps) {
  const options: readonly { value: Shown; label: string; rows: number }[] = [
    { value: 'all', label: 'All', rows: counts.rows },
    ...rowFates.map((fate) => ({ value: fate, label: fateLabels[fate], rows: counts[fate] })),
  ];
  const others = [
    ...(counts.lines > 0 ? [`${formatCount(counts.lines)} further lines of a record`] : []),
    ...(counts.leftOut > 0 ? [`${formatCount(counts.leftOut)} left out`] : []),
  ];
  return (
    <>
      <ButtonGroup className={styles.fates ?? ''} aria-label="Rows shown">
        {options.map(({ value, label, rows }) => (
          <Button
            key={value}
            aria-pressed={shown === value}
            active={shown === value}
            className={value === 'refused' && rows > 0 ? (styles.refusedCount ?? '') : ''}
            onClick={() => onShow(value)}
          >
            {label} <span className={styles.count}>{formatCount(rows)}</span>
          </Button>
        ))}
      </ButtonGroup>
      {others.length > 0 && <span className="quiet">{others.join(', ')}</span>}
    </>
  );
}
