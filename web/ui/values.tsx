import { DuplicateIcon, PhoneIcon, TickIcon } from '@blueprintjs/icons';
import { formatDate, formatInstant, type IsoDate } from '@nimule/core/kernel/dates';
import { type Cents, formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import { localPhone } from '@nimule/core/kernel/phone';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './values.module.css';

interface MoneyProps {
  usd: Cents;
  /** Its value in South Sudanese pounds, shown beneath in a quieter tone; null is too large to be told. */
  ssp?: Cents | null | undefined;
  align?: 'left' | 'right';
  /** A dash for zero, so that what is owed stands out in a column. */
  dashForZero?: boolean;
}

/** An amount: dollars in tabular figures, pounds beneath. */
export function Money({ usd, ssp, align = 'right', dashForZero = false }: MoneyProps) {
  if (dashForZero && usd === 0) return <span className="quiet">–</span>;
  return (
    <span className={align === 'right' ? styles.moneyRight : styles.money}>
      <span className={usd < 0 ? styles.negative : undefined}>{formatUsd(usd)}</span>
      {ssp !== undefined && <span className={styles.ssp}>{formatSspSum(ssp)}</span>}
    </span>
  );
}

interface DateTextProps {
  date: IsoDate | null;
  /** Shown where there is no date. */
  none?: string;
}

/** 21 Nov 2026. */
export function DateText({ date, none = '–' }: DateTextProps) {
  if (!date) return <span className="quiet">{none}</span>;
  return (
    <time className={styles.date} dateTime={date}>
      {formatDate(date)}
    </time>
  );
}

interface InstantTextProps {
  at: Date | null;
  none?: string;
}

/** 21 Nov 2026, 14:05, in Juba. */
export function InstantText({ at, none = '–' }: InstantTextProps) {
  if (!at) return <span className="quiet">{none}</span>;
  return (
    <time className={styles.date} dateTime={at.toISOString()}>
      {formatInstant(at)}
    </time>
  );
}

const COPIED_MS = 2000;

interface IdProps {
  value: string;
  /** Without the copy button, where the row is narrow. */
  plain?: boolean;
}

/** An identifier in a monospaced face, with a button that copies it. */
export function Id({ value, plain = false }: IdProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  // The clipboard is missing where the portal is served without TLS; the text can still be selected.
  const canCopy = !plain && 'clipboard' in navigator;
  return (
    <span className={styles.id}>
      <code>{value}</code>
      {canCopy && (
        <button
          type="button"
          className={styles.copy}
          aria-label={`Copy ${value}`}
          onClick={(event) => {
            event.stopPropagation();
            navigator.clipboard.writeText(value).then(() => setCopied(true), reportError);
          }}
        >
          {copied ? <TickIcon size={12} /> : <DuplicateIcon size={12} />}
          <span className="visually-hidden" role="status">
            {copied ? 'Copied' : ''}
          </span>
        </button>
      )}
    </span>
  );
}

interface Fact {
  label: string;
  value: ReactNode;
}

/** An amount among the facts of a record. */
export function moneyFact(label: string, usd: Cents, ssp: Cents | null): Fact {
  return { label, value: <Money usd={usd} ssp={ssp} align="left" /> };
}

interface KeyValuesProps {
  items: readonly Fact[];
}

/** What is known of one record, label by label. */
export function KeyValues({ items }: KeyValuesProps) {
  return (
    <dl className={styles.list}>
      {items.map((item) => (
        <div key={item.label} className={styles.item}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PhoneLinkProps {
  /** As it is stored, '+211…'; '' where there is none. */
  phone: string;
  /** Whom it calls; the link then has an icon and says the name to those who do not see the row. */
  name?: string;
  /** Shown where there is no number. */
  none?: string;
}

/** A telephone number that a phone calls when it is tapped. */
export function PhoneLink({ phone, name, none = '–' }: PhoneLinkProps) {
  if (!phone) return <span className="quiet">{none}</span>;
  const shown = localPhone(phone);
  return (
    <a
      href={`tel:${phone}`}
      className={styles.phone}
      {...(name ? { 'aria-label': `Call ${name}, ${shown}` } : {})}
    >
      {name && <PhoneIcon size={12} />}
      <span>{shown}</span>
    </a>
  );
}

/** A text of several lines, as somebody typed it. */
export function Notes({ text }: { text: string }) {
  return <p className={styles.notes}>{text}</p>;
}
