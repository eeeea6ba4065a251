import { PlusIcon, TrashIcon } from '@blueprintjs/icons';
import { MIN_LINES } from '@nimule/core/accounting/journal/rules';
import { type Account, LEAF_LEVEL } from '@nimule/core/accounting/schema';
import { type Cents, formatUsd } from '@nimule/core/kernel/money';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { ActionButton } from '../../../ui/action-button.tsx';
import { MoneyField, TextField } from '../../../ui/form/fields.tsx';
import { PickField } from '../../../ui/form/pick-field.tsx';
import { Label, StatusTag } from '../../../ui/tags.tsx';
import { matchingAccounts } from '../chart/chart-tree.ts';
import {
  balancingLine,
  EMPTY_LINE,
  isBalanced,
  type LineBoxes,
  totalsOfBoxes,
} from './entry-lines.ts';
import styles from './entry.module.css';

/** The most lines of an entry. */
const MAX_LINES = 500;
const NONE: readonly LineBoxes[] = [];

/** Name of the box in which the account of a line is searched. */
const accountBox = (index: number) => `entries.${index}.accountCode-search`;

/**
 * The lines of an entry with their totals. Enter goes to the next line, with the amount that is missing if it has none; on the
 * last one it adds a line, and goes to the submit button once the entry balances.
 */
export function EntryLinesFields({ accounts }: { accounts: readonly Account[] }) {
  const { getValues, setValue } = useFormContext();
  const frame = useRef<HTMLFieldSetElement>(null);
  const focusBox = (name: string) => {
    const box = frame.current?.elements.namedItem(name);
    if (!(box instanceof HTMLInputElement)) return;
    box.focus();
    // A proposed amount is replaced by typing.
    box.select();
  };
  const { fields, append, remove } = useFieldArray({ name: 'entries' });
  const lines: readonly LineBoxes[] = useWatch({ name: 'entries' }) ?? NONE;
  const byCode = new Map(accounts.map((account) => [account.code, account]));
  const isInPounds = (index: number) =>
    byCode.get(lines[index]?.accountCode ?? '')?.currency === 'SSP';
  const hasPounds = lines.some((_line, index) => isInPounds(index));
  const addLine = () => {
    const typed: readonly LineBoxes[] = getValues('entries');
    if (typed.length >= MAX_LINES) return;
    // Rendered at once, so that the next key goes to the new line.
    flushSync(() => append(balancingLine(totalsOfBoxes(typed)), { shouldFocus: false }));
    focusBox(accountBox(typed.length));
  };
  const goTo = (index: number) => {
    const typed: readonly LineBoxes[] = getValues('entries');
    const { debitAmount, creditAmount } = typed[index] ?? EMPTY_LINE;
    const missing = balancingLine(totalsOfBoxes(typed));
    if (debitAmount.trim() === '' && creditAmount.trim() === '')
      for (const box of ['debitAmount', 'creditAmount'] as const)
        if (missing[box] !== '')
          setValue(`entries.${index}.${box}`, missing[box], { shouldDirty: true });
    focusBox(accountBox(index));
  };
  const onEnter = (index: number) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (index < fields.length - 1) goTo(index + 1);
    else if (isBalanced(totalsOfBoxes(getValues('entries'))))
      event.target.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
    else addLine();
  };
  return (
    <fieldset ref={frame} className={styles.lines}>
      <legend className="visually-hidden">Lines</legend>
      <div
        className={`${styles.line} ${styles.heads} ${hasPounds ? styles.pounds : ''}`}
        aria-hidden="true"
      >
        <span>Account</span>
        <span>Debit</span>
        <span>Credit</span>
        {hasPounds && <span>Pounds</span>}
        <span>Description</span>
        <span />
      </div>
      {fields.map((field, index) => {
        const number = index + 1;
        const account = byCode.get(lines[index]?.accountCode ?? '');
        const name = (box: keyof LineBoxes) => `entries.${index}.${box}`;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: Enter in its fields goes on to the next line
          <div
            key={field.id}
            className={`${styles.line} ${hasPounds ? styles.pounds : ''}`}
            onKeyDown={onEnter(index)}
          >
            <AccountField
              name={name('accountCode')}
              label={`Account, line ${number}`}
              accounts={accounts}
              {...(account ? { initialLabel: accountLabel(account) } : {})}
            />
            <MoneyField name={name('debitAmount')} label={`Debit, line ${number}`} />
            <MoneyField name={name('creditAmount')} label={`Credit, line ${number}`} />
            {hasPounds &&
              (isInPounds(index) ? (
                <MoneyField
                  name={name('sspAmount')}
                  label={`Pounds, line ${number}`}
                  currency="SSP"
                />
              ) : (
                <span className={styles.noPounds} />
              ))}
            <TextField
              name={name('description')}
              label={`Description, line ${number}`}
              maxLength={500}
            />
            <ActionButton
              variant="minimal"
              icon={<TrashIcon />}
              aria-label={`Remove line ${number}`}
              tooltip="Remove"
              disabledReason={
                fields.length <= MIN_LINES ? 'An entry needs at least 2 lines.' : undefined
              }
              onClick={() => remove(index)}
            />
          </div>
        );
      })}
      <div className={styles.linesFoot}>
        <ActionButton icon={<PlusIcon />} onClick={addLine}>
          Add line
        </ActionButton>
        <Totals lines={lines} />
      </div>
    </fieldset>
  );
}

function Totals({ lines }: { lines: readonly LineBoxes[] }) {
  const totals = totalsOfBoxes(lines);
  const { debit, credit } = totals;
  const difference = Math.abs(debit - credit) as Cents;
  return (
    <p className={styles.totals} role="status">
      <span>
        Debits <strong>{formatUsd(debit)}</strong>
      </span>
      <span>
        Credits <strong>{formatUsd(credit)}</strong>
      </span>
      {isBalanced(totals) ? (
        <StatusTag status="balanced" />
      ) : (
        <span className={difference === 0 ? 'quiet' : styles.difference}>
          Difference {formatUsd(difference)}
        </span>
      )}
    </p>
  );
}

const SHOWN = 40;

function accountLabel({ code, name }: Pick<Account, 'code' | 'name'>): string {
  return `${code} ${name}`;
}

/** Active accounts of the last level that match (seeds/001 5). */
function postableAccounts(accounts: readonly Account[], text: string): Account[] {
  return matchingAccounts(accounts, text).filter(
    ({ level, isActive }) => level === LEAF_LEVEL && isActive,
  );
}

interface AccountFieldProps {
  name: string;
  label: string;
  accounts: readonly Account[];
  initialLabel?: string;
}

/** Form field that picks an account that can be posted to, by code or name. */
function AccountField(props: AccountFieldProps) {
  const { name, label, accounts, initialLabel } = props;
  const [search, setSearch] = useState<string>();
  return (
    <PickField
      name={name}
      label={label}
      many="accounts"
      placeholder="Code or name"
      delayMs={0}
      options={postableAccounts(accounts, search ?? '')
        .slice(0, SHOWN)
        .map((account) => ({
          value: account.code,
          label: accountLabel(account),
          code: account.code,
          detail: account.currency === 'SSP' && <Label>SSP</Label>,
        }))}
      searched={search}
      isLoading={accounts.length === 0}
      onSearch={setSearch}
      onRetry={() => setSearch('')}
      {...(initialLabel === undefined ? {} : { initialLabel })}
    />
  );
}
