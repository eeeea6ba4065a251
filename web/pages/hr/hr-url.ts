import { useSearchParams } from 'react-router-dom';
import { withRecord } from '../../parts/shown-record.ts';

/** The tabs of the page (seeds/001 2); the first is the default. */
export const hrTabs = ['overview', 'employees', 'payroll', 'leave', 'attendance'] as const;
export type HrTab = (typeof hrTabs)[number];

const VIEW = 'view';
const ADDING = 'add';
/** The employee for whom a payroll is processed or leave is asked. */
const FOR = 'for';

/** Prefixes of the lists' parameters. */
export const LISTS = {
  employees: 'emp-',
  payroll: 'pay-',
  batches: 'batch-',
  advances: 'adv-',
  remittances: 'rem-',
  leave: 'leave-',
  balances: 'bal-',
  attendance: 'att-',
} as const;

/** Shows a tab without a record, with the query of its list: `{ 'emp-departmentId': '3' }`. */
export function useShowTab() {
  const [, setParams] = useSearchParams();
  return (tab: HrTab, query: Record<string, string> = {}) =>
    setParams((before) => {
      const next = withRecord(before, undefined);
      for (const name of [ADDING, FOR]) next.delete(name);
      if (tab === hrTabs[0]) next.delete(VIEW);
      else next.set(VIEW, tab);
      for (const [name, value] of Object.entries(query)) next.set(name, value);
      return next;
    });
}

/**
 * A form that is about an employee, kept in the URL (`?add=payroll&for=7`), with functions to open and close it.
 * `kind` is the value of `add`; the employee is undefined while none is chosen.
 */
export function useFormFor(kind: 'payroll' | 'leave') {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get(FOR));
  const write = (open: boolean, employee: { id: number } | undefined, replace: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of [ADDING, FOR]) next.delete(name);
        if (open) next.set(ADDING, kind);
        if (employee) next.set(FOR, String(employee.id));
        return next;
      },
      { replace },
    );
  return {
    isOpen: params.get(ADDING) === kind,
    employeeId: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    open: (employee?: { id: number }) => write(true, employee, false),
    // Replaces the history entry, so that back does not reopen the form.
    close: () => write(false, undefined, true),
  };
}
