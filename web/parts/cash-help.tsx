import { cashOf, formatCash } from '@nimule/core/till/rules';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { useRead } from '../client/use-read.ts';
import { useFieldValue } from '../ui/form/form.tsx';
import { useChosenCurrency } from './amount-in-currency.tsx';

/**
 * Help text of the field `account` of a form: which till the cash goes into or out of; undefined for other accounts. The
 * form has a field `currency`. Nothing for an open till where the safe is chosen in `from`.
 */
export function useCashHelp(direction: 'in' | 'out'): ReactNode {
  const isSafe = useFieldValue('from') === 'safe';
  const isCash = useFieldValue('account') === 'cash';
  const currency = useChosenCurrency();
  const own = useRead('getOwnTill', undefined, { when: isCash }).data;
  const isClosed = own !== undefined && own.till?.status !== 'open';
  const settings = useRead('getTillSettings', undefined, { when: isCash && isClosed }).data;
  if (!isCash || !own) return undefined;
  if (own.till && !isClosed) {
    if (isSafe) return undefined;
    const { tillNumber } = own.till;
    if (direction === 'in') return `Goes into your till (${tillNumber}).`;
    const held = formatCash(currency, cashOf(own.till, currency));
    return `Is paid out of your till (${tillNumber}), which holds ${held}.`;
  }
  if (!settings) return undefined;
  return (
    <>
      {settings.isRequired ? 'Cash needs an open till: ' : 'No till counts it: '}
      <Link to={paths.view('till')}>{settings.isRequired ? 'open yours first' : 'open yours'}</Link>
      .
    </>
  );
}
