import { DuplicateIcon, PhoneIcon, TickIcon } from '@blueprintjs/icons';
import { formatDate, formatInstant, type IsoDate } from '@nimule/core/kernel/dates';
import { type Cents, formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import { localPhone } from '@nimule/core/kernel/phone';
import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';
import styles from './values.module.css';

interface MoneyProps {
  usd: Cents;
  /** Value in South Sudanese pounds, shown below; null if too large. */
  ssp?: Cents | null | undefined;
  align?: 'left' | 'right';
  /** Shows a dash for zero. */
  dashForZero?: boolean;
}

/** An amount in dollars, with pounds below. */
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
  /** Shown if there is no date. */
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
  /** No copy button. */
  plain?: boolean;
  /** Is told whether copying succeeded. */
  onCopied?: (isCopied: boolean) => void;
}

/** An identifier in a monospaced font, with a copy button. */
export function Id({ value, plain = false, onCopied }: IdProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  // Without TLS there is no clipboard API; the other way to copy is used where the screen says whether it worked.
  const canCopy = !plain && (onCopied !== undefined || 'clipboard' in navigator);
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
            copyText(value).then((isCopied) => {
              setCopied(isCopied);
              onCopied?.(isCopied);
            }, reportError);
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

/** A `KeyValues` item with an amount. */
export function moneyFact(label: string, usd: Cents, ssp?: Cents | null): Fact {
  return { label, value: <Money usd={usd} ssp={ssp} align="left" /> };
}

interface KeyValuesProps {
  items: readonly Fact[];
}

/** Labelled values of a record. */
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
  /** Stored form, '+211…'; '' if there is none. */
  phone: string;
  /** Adds an icon, and the name to the accessible label. */
  name?: string;
  /** Shown if there is no number. */
  none?: string;
}

/** A phone number with a `tel:` link. */
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

/** Multi-line text with its line breaks. */
export function Notes({ text }: { text: string }) {
  return <p className={styles.notes}>{text}</p>;
}
