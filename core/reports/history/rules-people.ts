import type { Fields, HistoryEvent } from './rules.ts';

/** What the history shows of an employee, in its order. Fields of pay are removed before, see `shownValues`. */
export const employeeFields: Fields = {
  firstName: ['First name', 'text'],
  lastName: ['Last name', 'text'],
  email: ['E-mail', 'text'],
  phone: ['Telephone', 'phone'],
  department: ['Department', 'text'],
  position: ['Position', 'text'],
  employmentType: ['Employment', 'word'],
  hireDate: ['Hired', 'date'],
  lastDay: ['Last day', 'date'],
  status: ['Status', 'word'],
  manager: ['Manager', 'text'],
  username: ['User account', 'text'],
  baseSalary: ['Monthly salary', 'usd'],
  payBy: ['Paid by', 'word'],
  bankName: ['Bank', 'text'],
  bankAccount: ['Bank account', 'text'],
  mobileMoney: ['Mobile money', 'phone'],
  isTaxExempt: ['Exempt from income tax', 'text'],
  isSocialExempt: ['Exempt from social security', 'text'],
  notes: ['Notes', 'text'],
  // Of contract papers.
  fileName: ['File', 'text'],
};

/** The same of a payroll. */
export const payrollFields: Fields = {
  startDate: ['From', 'date'],
  endDate: ['To', 'date'],
  baseSalary: ['Base salary', 'usd'],
  overtime: ['Overtime', 'usd'],
  bonus: ['Bonus', 'usd'],
  grossPay: ['Gross pay', 'usd'],
  socialSecurity: ['Social security', 'usd'],
  tax: ['Income tax', 'usd'],
  advances: ['Repaid advances', 'usd'],
  deductions: ['Other deductions', 'usd'],
  netPay: ['Net pay', 'usd'],
  status: ['Status', 'word'],
  paidOn: ['Paid on', 'date'],
  notes: ['Notes', 'text'],
};

type Words = string | ((event: HistoryEvent) => string);

/** With the reason, which the summary does not hold. */
const reversed: Words = ({ after }) => {
  const { reversalReason } = (after ?? {}) as { reversalReason?: unknown };
  return typeof reversalReason === 'string' ? `Reversed: ${reversalReason}` : 'Reversed';
};

/** A text, with what follows the first colon of 'EMP-001 Deng Akol: 4.5 days into 2026'. */
const noted =
  (text: string): Words =>
  ({ summary }) => {
    const at = summary.indexOf(': ');
    return at < 0 ? text : `${text}: ${summary.slice(at + 2)}`;
  };

/** A text, with the number of a payment or a batch. */
const numbered =
  (text: string): Words =>
  ({ after }) => {
    const { number } = (after ?? {}) as { number?: unknown };
    return typeof number === 'string' ? `${text} ${number}` : text;
  };

/** Texts of the actions on employees and payrolls. */
export const peopleWords: Readonly<Record<string, Words>> = {
  'employee.create': 'Added',
  'employee.imported': 'Added by an import',
  'employee.update': 'Changed',
  'employee.attach': 'Contract paper attached',
  'employee.detach': 'Contract paper deleted',
  'leave.carryOver': noted('Carry-over of leave set'),
  'payroll.create': 'Processed',
  'payroll.made': numbered('Processed with the batch'),
  'payroll.update': 'Changed',
  'payroll.approve': 'Approved',
  'payroll.approved': 'Approved',
  'payroll.reverse': reversed,
  'payroll.email': 'Payslip e-mailed',
  'payroll.paid': numbered('Paid with'),
};
