import { Button } from '@blueprintjs/core';
import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons';
import type { StatementLine } from '@nimule/core/accounting/statements/schema';
import { formatMonth, type IsoMonth } from '@nimule/core/kernel/dates';
import { type Cents, sumToSsp } from '@nimule/core/kernel/money';
import { Fragment, type ReactNode, useState } from 'react';
import { Money } from '../../../ui/values.tsx';
import styles from '../accounting.module.css';
import { januaryOf } from '../accounting-url.ts';
import { LedgerFigure } from '../ledger/ledger-link.tsx';
import { type Figure, groupsOf, type StatementGroup } from './statement-rows.ts';

/** What all rows of a statement have in common. */
export interface StatementColumns {
  month: IsoMonth;
  /** Null without a comparison. */
  comparedMonth: IsoMonth | null;
  /** False in the balance sheet, which is of a day. */
  hasYear: boolean;
  exchangeRate: Cents;
  /** Ledgers of balances begin in January. */
  isBalance?: boolean;
  /** Ledgers show only what moved cash. */
  isCash?: boolean;
}

export interface StatementTotal extends Figure {
  label: ReactNode;
  /** A result such as the net profit. */
  isResult?: boolean;
}

export interface StatementSection {
  title: string;
  lines: readonly StatementLine[];
  /** What the lines are grouped by instead of the groups of the chart. */
  groups?: readonly StatementGroup[];
  /** Shown without lines. */
  none?: string;
  /** Rows after the lines that are no account. */
  more?: readonly StatementTotal[];
  totals: readonly StatementTotal[];
}

interface StatementTableProps {
  label: string;
  columns: StatementColumns;
  sections: readonly StatementSection[];
}

const shownGroups = ({ groups, lines }: StatementSection) => groups ?? groupsOf(lines);
const keyOf = ({ title }: StatementSection, { code, name }: StatementGroup) =>
  `${title} ${code} ${name}`;

/** A statement: sections of accounts by group, with subtotals; groups can be closed. */
export function StatementTable({ label, columns, sections }: StatementTableProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const groups = sections.flatMap((section) =>
    shownGroups(section).map((group) => keyOf(section, group)),
  );
  const allClosed = groups.length > 0 && groups.every((key) => closed.has(key));
  const toggle = (key: string) => {
    const next = new Set(closed);
    if (!next.delete(key)) next.add(key);
    setClosed(next);
  };
  const { month, comparedMonth, hasYear } = columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, so that arrow keys scroll it
    <section className={`${styles.scrolling} ${styles.statement}`} aria-label={label} tabIndex={0}>
      <table className={styles.sheet}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">
              Account{' '}
              {groups.length > 0 && (
                <Button
                  variant="minimal"
                  size="small"
                  className={styles.fold ?? ''}
                  onClick={() => setClosed(new Set(allClosed ? [] : groups))}
                >
                  {allClosed ? 'Open all' : 'Close all'}
                </Button>
              )}
            </th>
            <th scope="col" className={styles.right}>
              {formatMonth(month)}
            </th>
            {comparedMonth && (
              <th scope="col" className={styles.right}>
                {formatMonth(comparedMonth)}
              </th>
            )}
            {hasYear && (
              <th scope="col" className={`${styles.right} ${styles.minor}`}>
                {month.slice(0, 4)} to date
              </th>
            )}
          </tr>
        </thead>
        {sections.map((section) => (
          <tbody key={section.title}>
            <tr className={styles.level0}>
              <th scope="rowgroup" colSpan={4}>
                {section.title}
              </th>
            </tr>
            {section.lines.length === 0 && section.none && (
              <tr>
                <td colSpan={4} className={`quiet ${styles.indent1}`}>
                  {section.none}
                </td>
              </tr>
            )}
            {shownGroups(section).map((group) => {
              const key = keyOf(section, group);
              return (
                <Group
                  key={key}
                  group={group}
                  columns={columns}
                  isClosed={closed.has(key)}
                  onToggle={() => toggle(key)}
                />
              );
            })}
            {section.more?.map((total, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are fixed
              <TotalRow key={index} total={total} columns={columns} className={styles.moreRow} />
            ))}
            {section.totals.map((total, index) => (
              <TotalRow
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows are fixed
                key={index}
                total={total}
                columns={columns}
                className={total.isResult ? styles.resultRow : styles.totalRow}
              />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

interface GroupProps {
  group: StatementGroup;
  columns: StatementColumns;
  isClosed: boolean;
  onToggle: () => void;
}

function Group({ group, columns, isClosed, onToggle }: GroupProps) {
  const { code, name, figure, lines } = group;
  return (
    <Fragment>
      <tr className={styles.level1}>
        <td>
          <span className={styles.account}>
            <Button
              variant="minimal"
              size="small"
              icon={isClosed ? <ChevronRightIcon /> : <ChevronDownIcon />}
              aria-expanded={!isClosed}
              aria-label={`Accounts of ${`${code} ${name}`.trim()}`}
              onClick={onToggle}
            />
            {code !== '' && <span className="mono">{code}</span>}
            <span>{name}</span>
          </span>
        </td>
        <Cells figure={figure} columns={columns} />
      </tr>
      {!isClosed &&
        lines.map((line) => (
          <tr key={line.code}>
            <td>
              <span className={`${styles.account} ${styles.indent2}`}>
                <span className="mono">{line.code}</span>
                <span>{line.name}</span>
              </span>
            </td>
            <Cells figure={line} columns={columns} account={line.code} />
          </tr>
        ))}
    </Fragment>
  );
}

interface TotalRowProps {
  total: StatementTotal;
  columns: StatementColumns;
  className: string | undefined;
}

function TotalRow({ total, columns, className }: TotalRowProps) {
  return (
    <tr className={className}>
      <th scope="row">{total.label}</th>
      <Cells figure={total} columns={columns} isSum />
    </tr>
  );
}

interface CellsProps {
  figure: Figure;
  columns: StatementColumns;
  /** The account whose ledger the figures open. */
  account?: string;
  /** Sums show a zero, accounts a dash. */
  isSum?: boolean;
}

function Cells({ figure, columns, account, isSum = false }: CellsProps) {
  const { month, comparedMonth, hasYear, exchangeRate, isBalance, isCash = false } = columns;
  const shown = (usd: Cents | null, from: IsoMonth, to: IsoMonth, ssp?: Cents | null) => {
    if (usd === null) return <span className="quiet">–</span>;
    return account === undefined ? (
      <Money usd={usd} ssp={ssp} dashForZero={!isSum} />
    ) : (
      <LedgerFigure
        account={account}
        from={isBalance ? januaryOf(to) : from}
        to={to}
        withCash={isCash}
        usd={usd}
        ssp={ssp}
      />
    );
  };
  return (
    <>
      <td className={styles.right}>
        {shown(figure.amount, month, month, sumToSsp(figure.amount, exchangeRate))}
      </td>
      {comparedMonth && (
        <td className={styles.right}>{shown(figure.compared, comparedMonth, comparedMonth)}</td>
      )}
      {hasYear && (
        <td className={`${styles.right} ${styles.minor}`}>
          {shown(figure.yearToDate, januaryOf(month), month)}
        </td>
      )}
    </>
  );
}
