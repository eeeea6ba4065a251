import { expect, it } from 'vitest';
import { cents, ZERO } from '../../kernel/money.ts';
import { leaf } from '../chart.ts';
import { cashFlowOf, type Sums } from './rules.ts';

function sums(change: Partial<Sums>): Sums {
  const nothing = { month: ZERO, yearToDate: ZERO, beforeYear: ZERO, before: ZERO };
  return {
    ...{ code: '', name: '', type: 'ASSET', groupCode: '', groupName: '', isCash: false },
    ...{ cashFlow: 'operating', expenseClass: null, cashMonth: ZERO, cashYearToDate: ZERO },
    ...{ ...nothing, ...change },
  };
}

it('counts exchange differences within operating, unless their account was given another class', () => {
  const of = (cashFlow: Sums['cashFlow']) => {
    const present = [
      sums({ code: leaf.cashOnHandSsp, isCash: true, month: cents(700) }),
      sums({ code: leaf.exchangeGain, type: 'REVENUE', cashFlow, cashMonth: cents(-700) }),
    ];
    const { operating, exchangeDifferences, netCashChange } = cashFlowOf({
      present,
      compared: undefined,
    }).totals;
    return [operating, exchangeDifferences, netCashChange].map(({ amount }) => amount);
  };
  expect(of('operating')).toEqual([700, 700, 700]);
  expect(of('financing')).toEqual([0, 0, 700]);
});
