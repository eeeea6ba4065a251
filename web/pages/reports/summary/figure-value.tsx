import { formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { counted, numberText } from '../../../ui/counted.ts';
import { Money } from '../../../ui/values.tsx';
import styles from '../reports.module.css';
import type { ReportFigure, Value } from './figures.ts';

/** '+12.3%', '-5.0%', '97.2%'. */
export function percentText(value: number, isSigned = false): string {
  return `${isSigned && value > 0 ? '+' : ''}${value.toFixed(1)}%`;
}

/** The figure in words without its pounds; null where there is nothing to show. */
export function valueText(value: Value): string | null {
  switch (value.kind) {
    case 'money':
      return value.usd === null ? null : formatUsd(value.usd);
    case 'count':
      return numberText(value.value);
    case 'percent':
      return value.value === null ? null : percentText(value.value, value.isSigned);
    case 'days':
      return value.value === null ? null : counted(value.value, 'day');
    case 'hours':
      return value.value === null ? null : counted(value.value, 'hour');
  }
}

/** Why there is no figure. */
export function noneText(value: Value): string {
  return value.kind === 'count' ? '–' : (value.none ?? '–');
}

function isNegative(value: Value): boolean {
  if (value.kind === 'money') return value.usd !== null && value.usd < 0;
  return value.kind === 'percent' && value.value !== null && value.value < 0;
}

/** Links a figure to the list behind it, if there is one. */
export function FigureLink({
  figure: { label, to },
  children,
}: {
  figure: ReportFigure;
  children: ReactNode;
}) {
  if (to === undefined) return children;
  return (
    <Link to={to} className={styles.figure}>
      {children}
      <span className="visually-hidden">, {label}: what it is made of</span>
    </Link>
  );
}

/** A figure in a detail card: dollars with pounds below, or a number with its unit. */
export function FigureValue({ figure }: { figure: ReportFigure }) {
  const { value } = figure;
  const text = valueText(value);
  if (text === null) return <span className="quiet">{noneText(value)}</span>;
  return (
    <FigureLink figure={figure}>
      {value.kind === 'money' && value.usd !== null ? (
        <Money usd={value.usd} ssp={value.ssp} />
      ) : (
        <span className={isNegative(value) ? styles.loss : undefined}>{text}</span>
      )}
    </FigureLink>
  );
}

/** The pounds of an amount, below it in a summary card. */
export function poundsText(value: Value): string | undefined {
  return value.kind === 'money' && value.usd !== null ? formatSspSum(value.ssp) : undefined;
}
