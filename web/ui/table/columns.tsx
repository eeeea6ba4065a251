import type { IsoDate } from '@nimule/core/kernel/dates';
import type { Cents } from '@nimule/core/kernel/money';
import { DateText, Id, Money } from '../values.tsx';
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
