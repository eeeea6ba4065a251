import { Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core';
import type { ImportPreview, ImportSettings } from '@nimule/core/imports/schema-centre';
import {
  takesCombineRows,
  takesKeepPrices,
  takesNumberRows,
} from '@nimule/core/imports/schema-types';
import { useEffect, useId, useState } from 'react';
import { withHeader } from './column-choice.ts';
import styles from './preview.module.css';

const MAX_HEADER_ROW = 1_000_000;

interface FileOptionsProps {
  preview: ImportPreview;
  settings: ImportSettings;
  onChange: (settings: ImportSettings) => void;
}

/** The sheet and the header row, and what the type of file allows to choose. */
export function FileOptions({ preview, settings, onChange }: FileOptionsProps) {
  const { sheets, sheet, headerRow, type } = preview;
  const set = (changes: Partial<ImportSettings>) => onChange({ ...settings, ...changes });
  return (
    <div className={styles.options}>
      <SheetAndHeader
        sheets={sheets}
        sheet={settings.sheet ?? sheet}
        headerRow={headerRow}
        settings={settings}
        onChange={onChange}
      />
      {takesKeepPrices(type) && (
        <Checkbox
          checked={settings.keepPrices}
          title="A fee or bandwidth that differs from the package's makes it a Flexible Plan with the price of the file."
          onChange={(event) => set({ keepPrices: event.currentTarget.checked })}
        >
          Keep prices of the file
        </Checkbox>
      )}
      {takesCombineRows(type) && (
        <Checkbox
          checked={settings.combineRows}
          title="Several rows with one customer ID are one customer with the sum of their fees; otherwise all but the first are refused."
          onChange={(event) => set({ combineRows: event.currentTarget.checked })}
        >
          Combine rows of one customer
        </Checkbox>
      )}
      {takesNumberRows(type) && (
        <Checkbox
          checked={settings.numberRows === true}
          title="Rows without a customer ID are found by name with telephone or e-mail; new ones get the next number."
          onChange={(event) => set({ numberRows: event.currentTarget.checked })}
        >
          Number customers without an ID
        </Checkbox>
      )}
    </div>
  );
}

interface SheetAndHeaderProps {
  sheets: readonly string[];
  sheet: string;
  /** Undefined while it is not known. */
  headerRow: number | undefined;
  settings: ImportSettings;
  onChange: (settings: ImportSettings) => void;
}

/** Which sheet is read, and the row of its column titles. */
export function SheetAndHeader(props: SheetAndHeaderProps) {
  const { sheets, sheet, headerRow, settings, onChange } = props;
  const sheetId = useId();
  return (
    <>
      {sheets.length > 1 && (
        <div className={styles.option}>
          <label htmlFor={sheetId}>Sheet</label>
          <HTMLSelect
            id={sheetId}
            value={sheet}
            options={sheets}
            onChange={(event) => {
              // The header row of another sheet is found again.
              const { headerRow: _, ...rest } = settings;
              onChange(withHeader(rest, { sheet: event.target.value }));
            }}
          />
        </div>
      )}
      <HeaderRow
        key={headerRow}
        row={headerRow}
        onChange={(row) => onChange(withHeader(settings, { headerRow: row }))}
      />
    </>
  );
}

interface HeaderRowProps {
  row: number | undefined;
  onChange: (row: number) => void;
}

/** The number of the row with the column titles, applied when the input is left. */
function HeaderRow({ row, onChange }: HeaderRowProps) {
  const inputId = useId();
  const known = row === undefined ? '' : String(row);
  const [typed, setTyped] = useState(known);
  useEffect(() => setTyped(known), [known]);
  const apply = (text: string) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= 1 && value <= MAX_HEADER_ROW && value !== row)
      onChange(value);
    else setTyped(known);
  };
  return (
    <div className={styles.option}>
      <label htmlFor={inputId}>Column titles in row</label>
      <InputGroup
        id={inputId}
        className={styles.headerRow ?? ''}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_HEADER_ROW}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={(event) => apply(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget.value)}
      />
    </div>
  );
}
