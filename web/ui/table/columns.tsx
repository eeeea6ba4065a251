import type { IsoDate } from '@nimule/core/kernel/dates';
import type { Cents } from '@nimule/core/kernel/money';
import type { ReactNode } from 'react';
import { numberText } from '../counted.ts';
import { TwoLines } from '../layout.tsx';
import { StatusTag } from '../tags.tsx';
import { DateText, Id, InstantText, Money } from '../values.tsx';
import type { Column } from './data-table-column.ts';

/** Names of the fields of T with values of type V. */
type FieldOf<T, V> = { [K in keyof T]-?: T[K] extends V ? K : never }[keyof T] & string;

type Settings<T> = Partial<Omit<Column<T>, 'id' | 'header' | 'cell' | 'kind'>>;

/** A column of identifiers, the heading of the card on a phone. `plain`: no copy button. */
export function idColumn<T>(
  field: FieldOf<T, string>,
  header: string,
  { plain = false, ...settings }: Settings<T> & { plain?: boolean } = {},
): Column<T> {
  const cell = (row: T) => <Id value={row[field] as string} plain={plain} />;
  return { id: field, header, cell, kind: 'id', priority: 1, ...settings };
}

/** A column of business dates. */
export function dateColumn<T>(
  field: FieldOf<T, IsoDate | null>,
  header: string,
  settings: Settings<T> = {},
): Column<T> {
  const cell = (row: T) => <DateText date={row[field] as IsoDate | null} />;
  return { id: field, header, cell, kind: 'date', ...settings };
}

/** A column of points in time, with the text of the field `by` below: who did it. */
export function instantColumn<T>(
  field: FieldOf<T, Date | null>,
  header: string,
  { by, ...settings }: Settings<T> & { by?: FieldOf<T, string> } = {},
): Column<T> {
  const cell = (row: T) => {
    const at = <InstantText at={row[field] as Date | null} />;
    return by ? <TwoLines quiet={row[by] as string}>{at}</TwoLines> : at;
  };
  return { id: field, header, cell, kind: 'date', ...settings };
}

/** A column of texts as people wrote them, in any script; a dash for none. */
export function textColumn<T>(
  field: FieldOf<T, string | null>,
  header: string,
  settings: Settings<T> = {},
): Column<T> {
  const cell = (row: T) =>
    row[field] ? <bdi>{row[field] as string}</bdi> : <span className="quiet">–</span>;
  return { id: field, header, cell, ...settings };
}

/** The heading of a row: its name, and below its number (a field) or another text. */
export function nameColumn<T>(
  field: FieldOf<T, string>,
  header: string,
  below: FieldOf<T, string> | ((row: T) => ReactNode),
  settings: Settings<T> = {},
): Column<T> {
  const quiet = (row: T) =>
    typeof below === 'function' ? below(row) : <span className="mono">{row[below] as string}</span>;
  const cell = (row: T) => (
    <TwoLines quiet={quiet(row)}>
      <strong dir="auto">{row[field] as string}</strong>
    </TwoLines>
  );
  return { id: field, header, cell, priority: 1, sortable: true, ...settings };
}

/** The heading of a row: its number, and a text below. */
export function numberColumn<T>(
  field: FieldOf<T, string>,
  header: string,
  below: (row: T) => ReactNode,
  settings: Settings<T> = {},
): Column<T> {
  const cell = (row: T) => (
    <TwoLines quiet={below(row)}>
      <span className="mono">{row[field] as string}</span>
    </TwoLines>
  );
  return { id: field, header, cell, priority: 1, sortable: true, ...settings };
}

/** The status of a record, shown at the top of the card on a phone. */
export function statusColumn<T extends { status: string }>(settings: Settings<T> = {}): Column<T> {
  const cell = ({ status }: T) => <StatusTag status={status} />;
  return { id: 'status', header: 'Status', cell, kind: 'tag', priority: 1, ...settings };
}

/** A column of numbers, right-aligned. */
export function countColumn<T>(
  field: FieldOf<T, number>,
  header: string,
  { dashForZero = false, ...settings }: Settings<T> & { dashForZero?: boolean } = {},
): Column<T> {
  const cell = (row: T) =>
    dashForZero && row[field] === 0 ? (
      <span className="quiet">–</span>
    ) : (
      numberText(row[field] as number)
    );
  return { id: field, header, cell, kind: 'count', ...settings };
}

interface MoneySettings<T> extends Settings<T> {
  /** The field with the same amount in pounds. */
  ssp?: FieldOf<T, Cents | null>;
  dashForZero?: boolean;
}

/** A column of amounts in dollars, with the pounds of the field `ssp` below. */
export function moneyColumn<T>(
  field: FieldOf<T, Cents>,
  header: string,
  { ssp, dashForZero = false, ...settings }: MoneySettings<T> = {},
): Column<T> {
  const cell = (row: T) => (
    <Money
      usd={row[field] as Cents}
      ssp={ssp && (row[ssp] as Cents | null)}
      dashForZero={dashForZero}
    />
  );
  return { id: field, header, cell, kind: 'money', ...settings };
}
