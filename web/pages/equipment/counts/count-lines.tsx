import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { foldForSearch } from '@nimule/core/kernel/search';
import type { StockCountDetail } from '@nimule/core/stock/schema';
import { useState } from 'react';
import { Panel } from '../../../ui/page.tsx';
import { CountLine, type Line } from './count-line.tsx';
import styles from './counts.module.css';
import type { CountEntry } from './use-count-entry.ts';

/** Lines drawn at first, and added by each press of the button. */
const STEP = 100;

const shownLabels = {
  all: 'All items',
  open: 'Not counted',
  different: 'With a difference',
} as const;
type Shown = keyof typeof shownLabels;

const isShown: Readonly<Record<Shown, (line: Line) => boolean>> = {
  all: () => true,
  open: ({ counted }) => counted === null,
  different: ({ counted, expected }) => counted !== null && counted !== expected,
};

function matches({ name, equipmentNumber, categoryName }: Line, words: readonly string[]) {
  const text = foldForSearch(`${name} ${equipmentNumber} ${categoryName}`);
  return words.every((word) => text.includes(word));
}

interface CountLinesProps {
  count: StockCountDetail;
  entry: CountEntry;
  canEnter: boolean;
}

/** The items of a count with their quantities, searched and filtered in the browser. */
export function CountLines({ count, entry, canEnter }: CountLinesProps) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const [most, setMost] = useState(STEP);
  // A line stays while it is filled in: 'Not counted' is decided when the filter is chosen.
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const words = foldForSearch(search).split(/\s+/).filter(Boolean);
  const found = count.lines.filter(
    (line) =>
      (isShown[shown](line) || (shown === 'open' && open.has(line.equipmentId))) &&
      matches(line, words),
  );
  const choose = (next: Shown) => {
    setShown(next);
    setMost(STEP);
    setOpen(new Set(count.lines.filter(isShown.open).map(({ equipmentId }) => equipmentId)));
  };
  return (
    <Panel
      title="Quantities"
      actions={
        <div className={styles.tools}>
          <InputGroup
            type="search"
            leftIcon={<SearchIcon />}
            placeholder="Search the items"
            aria-label="Search the items"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <HTMLSelect
            aria-label="Items shown"
            value={shown}
            onChange={(event) => choose(event.target.value as Shown)}
            options={Object.entries(shownLabels).map(([value, label]) => ({ value, label }))}
          />
        </div>
      }
    >
      {found.length === 0 ? (
        <p className="quiet">No items match.</p>
      ) : (
        <ul className={styles.lines} aria-label="Items to count">
          {found.slice(0, most).map((line) => (
            <CountLine key={line.equipmentId} line={line} entry={entry} canEnter={canEnter} />
          ))}
        </ul>
      )}
      {found.length > most && (
        <Button onClick={() => setMost(most + STEP)}>
          Show more ({found.length - most} are hidden)
        </Button>
      )}
    </Panel>
  );
}
