import type { Currency } from '@nimule/core/kernel/money';
import { cashOf, formatCash } from '@nimule/core/till/rules';
import { useRead } from '../client/use-read.ts';
import { useRefusal } from '../ui/allowed.tsx';
import { ChoiceField } from '../ui/form/choice-field.tsx';
import { useFieldValue } from '../ui/form/form.tsx';
import { useProposedValue } from '../ui/form/proposed-value.ts';
import { useChosenCurrency } from './amount-in-currency.tsx';

type Direction = 'in' | 'out';

/** The caller's till, with what it holds, and the safe; each that cannot be chosen says why. Undefined while it is read. */
function usePlaces(isCash: boolean, direction: Direction, currency: Currency) {
  const own = useRead('getOwnTill', undefined, { when: isCash }).data;
  const safeRefusal = useRefusal()('cash.safe');
  if (!isCash || !own) return undefined;
  const till = own.till?.status === 'open' ? own.till : undefined;
  const [toTill, toSafe] =
    direction === 'out' ? ['From my till', 'From the safe'] : ['Into my till', 'Into the safe'];
  const held = till ? ` (holds ${formatCash(currency, cashOf(till, currency))})` : '';
  const options = [
    {
      value: 'till',
      label: `${toTill}${held}`,
      ...(till ? {} : { disabledReason: 'Your till is not open.' }),
    },
    { value: 'safe', label: toSafe, ...(safeRefusal ? { disabledReason: safeRefusal } : {}) },
  ];
  return { options, hasTill: till !== undefined, maySafe: safeRefusal === undefined };
}

interface CashPlaceFieldProps {
  /** Whether cash comes in or is paid out. */
  direction?: Direction;
  /** The name of the form's field for the account. */
  accountField?: string;
}

/**
 * The field `from` of a form, shown while its `account` is cash: the caller's till, with what it holds, or the safe
 * (decision 62). Proposes the open till; without one the safe for what is paid out, and nothing for what comes in, where the
 * company may require a till. The form may have a field `currency`.
 */
export function CashPlaceField({
  direction = 'out',
  accountField = 'account',
}: CashPlaceFieldProps) {
  const isCash = useFieldValue(accountField) === 'cash';
  const places = usePlaces(isCash, direction, useChosenCurrency());
  const safe = places?.maySafe && direction === 'out' ? 'safe' : undefined;
  useProposedValue('from', places && (places.hasTill ? 'till' : safe));
  if (!places) return null;
  return <ChoiceField name="from" label="Cash" options={places.options} />;
}

interface CashReturnFieldProps {
  /** The document whose cash moves. */
  of: { account: string | null; currency?: Currency };
  /** Where the cash goes: 'in' where what was paid comes back. */
  direction: Direction;
}

/**
 * The field `from` of a form that reverses or changes a document in cash: the cash goes where it was; the choice applies if
 * that till is counted (decision 62). Nothing for other accounts.
 */
export function CashReturnField({ of, direction }: CashReturnFieldProps) {
  const places = usePlaces(of.account === 'cash', direction, of.currency ?? 'USD');
  if (!places) return null;
  const asUsual = {
    value: '',
    label: direction === 'in' ? 'Where it came from' : 'Where it went',
    detail: 'If that till is counted already: your open till, or else the safe.',
  };
  return <ChoiceField name="from" label="Cash" options={[asUsual, ...places.options]} />;
}
