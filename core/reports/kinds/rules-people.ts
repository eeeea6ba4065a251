import { type Fields, type KindInWords, noted, type Words } from './rules-kind.ts';

/** What the history shows of an employee, in its order. Fields of pay are removed before, see `shownValues`. */
const employeeFields: Fields = {
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
const payrollFields: Fields = {
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

/** With the reason, which the summary does not hold. */
const reversed: Words = ({ after }) => {
  const { reversalReason } = (after ?? {}) as { reversalReason?: unknown };
  return typeof reversalReason === 'string' ? `Reversed: ${reversalReason}` : 'Reversed';
};

/** A text, with the number of a payment or a batch. */
const numbered =
  (text: string): Words =>
  ({ after }) => {
    const { number } = (after ?? {}) as { number?: unknown };
    return typeof number === 'string' ? `${text} ${number}` : text;
  };

export const peopleKinds = {
  employee: {
    number: ['employees', 'employee_number'],
    overview: 'hr.read',
    actions: {
      'employee.create': ['Employee added', 'Added'],
      'employee.imported': [null, 'Added by an import'],
      'employee.update': ['Employee changed', 'Changed'],
      'employee.import': ['Employees imported'],
      'employee.attach': ['Paper attached to an employee', 'Contract paper attached'],
      'employee.detach': ['Paper of an employee deleted', 'Contract paper deleted'],
      'leave.carryOver': ['Leave carried over', noted('Carry-over of leave set')],
    },
    fields: employeeFields,
  },
  leaveRequest: {
    overview: 'hr.read',
    actions: {
      'leave.create': ['Leave asked for'],
      'leave.approve': ['Leave approved'],
      'leave.reject': ['Leave rejected'],
      'leave.cancel': ['Leave cancelled'],
    },
  },
  payroll: {
    overview: 'hr.read',
    actions: {
      'payroll.create': ['Payroll processed', 'Processed'],
      'payroll.made': [null, numbered('Processed with the batch')],
      'payroll.update': ['Payroll changed', 'Changed'],
      'payroll.approve': ['Payroll approved', 'Approved'],
      'payroll.approved': [null, 'Approved'],
      'payroll.reverse': ['Payroll reversed', reversed],
      'payroll.email': ['Payslips e-mailed', 'Payslip e-mailed'],
      'payroll.paid': [null, numbered('Paid with')],
    },
    fields: payrollFields,
  },
  payrollBatch: {
    overview: 'hr.read',
    actions: {
      'payrollBatch.create': ['Payroll of a month processed'],
      'payrollBatch.approve': ['Payroll of a month approved'],
    },
  },
  payrollPayment: {
    overview: 'hr.read',
    actions: {
      'payrollPayment.create': ['Salaries paid'],
      'payrollPayment.reverse': ['Payment of salaries reversed'],
    },
  },
  employeeAdvance: {
    overview: 'hr.read',
    actions: {
      'employeeAdvance.create': ['Advance paid to an employee'],
      'employeeAdvance.repay': ['Advance of an employee repaid'],
      'employeeAdvance.reverse': ['Advance of an employee reversed'],
      'employeeAdvance.reverseRepayment': ['Repayment of an advance reversed'],
    },
  },
} as const satisfies Record<string, KindInWords>;
