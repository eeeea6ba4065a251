import { cashOf, formatCash } from '@nimule/core/till/rules';
import { useRead } from '../client/use-read.ts';
import { useRefusal } from '../ui/allowed.tsx';
import { ChoiceField } from '../ui/form/choice-field.tsx';
import { useFieldValue } from '../ui/form/form.tsx';
import { useProposedValue } from '../ui/form/proposed-value.ts';
import { useChosenCurrency } from './amount-in-currency.tsx';

interface CashPlaceFieldProps {
  /** Whether cash comes in or is paid out. */
  direction?: 'in' | 'out';
}

/**
 * The field `from` of a form, shown while its `account` is cash: the caller's till, with what it holds, or the safe; each
 * that cannot be chosen says why (decision 62). Proposes the open till. The form may have a field `currency`.
 */
export function CashPlaceField({ direction = 'out' }: CashPlaceFieldProps) {
  const isCash = useFieldValue('account') === 'cash';
  const currency = useChosenCurrency();
  const own = useRead('getOwnTill', undefined, { when: isCash }).data;
  const safeRefusal = useRefusal()('cash.safe');
  const till = own?.till?.status === 'open' ? own.till : undefined;
  const safe = safeRefusal ? undefined : 'safe';
  useProposedValue('from', isCash && own ? (till ? 'till' : safe) : undefined);
  if (!isCash || !own) return null;
  const [label, toTill, toSafe] =
    direction === 'out'
      ? ['Cash', 'From my till', 'From the safe']
      : ['Cash', 'Into my till', 'Into the safe'];
  const held = till ? ` (holds ${formatCash(currency, cashOf(till, currency))})` : '';
  return (
    <ChoiceField
      name="from"
      label={label}
      options={[
        {
          value: 'till',
          label: `${toTill}${held}`,
          ...(till ? {} : { disabledReason: 'Your till is not open.' }),
        },
        { value: 'safe', label: toSafe, ...(safeRefusal ? { disabledReason: safeRefusal } : {}) },
      ]}
    />
  );
}
