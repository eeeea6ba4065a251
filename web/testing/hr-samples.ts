/** Records of human resources in wire form. */
const pay = {
  baseSalary: 850,
  payBy: 'bank',
  bankName: 'Ivory Bank',
  bankAccount: '0100-4455',
  mobileMoney: '',
  isTaxExempt: false,
  isSocialExempt: false,
  openAdvancesUsd: 0,
  notes: '',
};

/** As those see it who may not see salaries. */
export function anEmployeeWithoutPay(changes: Record<string, unknown> = {}) {
  return {
    id: 4,
    employeeNumber: 'EMP-004',
    firstName: 'Mary',
    lastName: 'Akech',
    fullName: 'Mary Akech',
    email: 'mary@nimule.example',
    phone: '+211912000004',
    departmentId: 1,
    department: 'Network Operations',
    position: 'Network engineer',
    employmentType: 'full-time',
    hireDate: '2025-03-01',
    lastDay: null,
    status: 'active',
    managerId: null,
    manager: '',
    userId: null,
    username: '',
    createdAt: '2025-03-01T08:00:00.000Z',
    version: 3,
    ...changes,
  };
}

export function anEmployee(changes: Record<string, unknown> = {}) {
  return { ...anEmployeeWithoutPay(), ...pay, ...changes };
}

export function aDepartmentWithoutPay(changes: Record<string, unknown> = {}) {
  return {
    id: 1,
    name: 'Network Operations',
    employees: 3,
    managerId: 4,
    manager: 'Mary Akech',
    version: 1,
    ...changes,
  };
}

export function aDepartment(changes: Record<string, unknown> = {}) {
  return { ...aDepartmentWithoutPay(), budget: 2400, salariesUsd: 2550, ...changes };
}

export const hrFiguresWithoutPay = {
  totalEmployees: 5,
  activeEmployees: 4,
  inactiveEmployees: 1,
  pendingLeaves: 2,
  turnoverPercent: null,
};
export const hrFigures = {
  ...hrFiguresWithoutPay,
  payrollToApprove: 4,
  payrollToPay: 1,
  monthlyPayrollUsd: 3400,
  monthlyPayrollSsp: 1_360_000,
  averageSalaryUsd: 850,
};

export const someHrSettings = {
  countWeekends: true,
  countHolidays: true,
  carryOverDays: 5,
  monthHours: 176,
  overtimePercent: 100,
};

export function aLeaveRequest(changes: Record<string, unknown> = {}) {
  return {
    id: 9,
    employeeId: 4,
    employeeNumber: 'EMP-004',
    employeeName: 'Mary Akech',
    department: 'Network Operations',
    leaveType: 'annual',
    leaveTypeName: 'Annual Leave',
    startDate: '2026-11-02',
    endDate: '2026-11-06',
    daysRequested: 5,
    reason: 'Family',
    notes: '',
    status: 'pending',
    requestDate: '2026-10-20',
    requestedBy: 'Mary Akech',
    approvedBy: '',
    approvalDate: null,
    decisionNotes: '',
    isSole: false,
    warning: '',
    actions: [],
    createdAt: '2026-10-20T08:00:00.000Z',
    version: 1,
    ...changes,
  };
}

export function aLeaveBalance(changes: Record<string, unknown> = {}) {
  return {
    employeeId: 4,
    employeeNumber: 'EMP-004',
    employeeName: 'Mary Akech',
    year: 2026,
    carriedOver: 2,
    accrued: 19.25,
    accruedByYearEnd: 21,
    taken: 5,
    planned: 0,
    pending: 0,
    balance: 16.25,
    others: { sick: 2 },
    ...changes,
  };
}

export function aPayrollBatch(changes: Record<string, unknown> = {}) {
  return {
    id: 3,
    batchNumber: 'PB-2026-0003',
    month: '2026-10',
    processed: 4,
    approved: 0,
    paid: 0,
    reversed: 0,
    grossUsd: 4400,
    deductionsUsd: 1000,
    netUsd: 3400,
    createdAt: '2026-10-28T08:00:00.000Z',
    createdBy: 'Mary Akech',
    version: 4,
    ...changes,
  };
}

export function anAdvance(changes: Record<string, unknown> = {}) {
  return {
    id: 5,
    advanceNumber: 'ADV-2026-0005',
    employeeId: 4,
    employeeNumber: 'EMP-004',
    employeeName: 'Mary Akech',
    advanceDate: '2026-09-10',
    amountUsd: 300,
    instalmentUsd: 100,
    firstMonth: '2026-10',
    repaidUsd: 100,
    openUsd: 200,
    amount: 300,
    reason: 'School fees',
    account: 'cash',
    currency: 'USD',
    exchangeRate: 400,
    reference: '',
    createdAt: '2026-09-10T08:00:00.000Z',
    createdBy: 'Grace Akol',
    reversedOn: null,
    reversedBy: '',
    reversalReason: '',
    version: 2,
    ...changes,
  };
}

export function aRemittance(changes: Record<string, unknown> = {}) {
  return {
    id: 6,
    remittanceNumber: 'REM-2026-0006',
    kind: 'income_tax',
    month: '2026-10',
    paymentDate: '2026-11-10',
    amountUsd: 120,
    amount: 48_000,
    settledUsd: 120,
    notes: '',
    account: 'bank',
    currency: 'SSP',
    exchangeRate: 400,
    reference: 'NRA 17',
    createdAt: '2026-11-10T08:00:00.000Z',
    createdBy: 'Grace Akol',
    reversedOn: null,
    reversedBy: '',
    reversalReason: '',
    version: 1,
    ...changes,
  };
}

export function anAttendance(changes: Record<string, unknown> = {}) {
  return {
    id: 71,
    employeeId: 4,
    employeeName: 'Mary Akech',
    date: '2026-11-21',
    status: 'present',
    checkIn: '2026-11-21T06:00:37.000Z',
    checkOut: null,
    totalHours: 0,
    overtime: 0,
    notes: '',
    markedBy: 'Grace Akol',
    correctedAt: null,
    correctedBy: '',
    correctionReason: '',
    version: 1,
    ...changes,
  };
}

/** An employee of a day, not marked. */
export function aDayRow(changes: Record<string, unknown> = {}) {
  return {
    employeeId: 4,
    employeeNumber: 'EMP-004',
    employeeName: 'Mary Akech',
    department: 'Network Operations',
    record: null as object | null,
    leaveType: null as string | null,
    openFrom: null,
    ...changes,
  };
}

export function aDayOfAttendance(
  rows: ReturnType<typeof aDayRow>[],
  changes: Record<string, unknown> = {},
) {
  const onLeave = rows.filter((row) => !row.record && row.leaveType).length;
  const marked = rows.filter((row) => row.record).length;
  return {
    date: '2026-11-21',
    holiday: '',
    present: marked,
    late: 0,
    absent: 0,
    onLeave,
    unmarked: rows.length - marked - onLeave,
    rows,
    ...changes,
  };
}

/** November 2026 of two employees. */
export function anAttendanceMonth() {
  const person = { ...aDayRow(), record: undefined, leaveType: undefined, openFrom: undefined };
  const days = (...marked: string[]) => [...marked, ...Array(30 - marked.length).fill('none')];
  return {
    month: '2026-11',
    holidays: [{ date: '2026-11-12', name: 'A holiday' }],
    employees: [
      {
        ...person,
        days: days('none', 'present', 'late', 'absent'),
        ...{ present: 1, late: 1, absent: 1, leave: 0, totalHours: 16.1, overtime: 0.5 },
      },
      {
        ...person,
        ...{ employeeId: 5, employeeNumber: 'EMP-005', employeeName: 'Deng Akol' },
        days: days('none', 'present', 'leave', 'leave'),
        ...{ present: 1, late: 0, absent: 0, leave: 2, totalHours: 8.4, overtime: 0 },
      },
    ],
  };
}

/** An employee with leave and payslips of their own, as `me` answers it. */
export function anOwnEmployee() {
  return {
    employee: {
      id: 4,
      employeeNumber: 'EMP-004',
      fullName: 'Mary Akech',
      department: 'Network Operations',
      position: 'Network engineer',
      hireDate: '2025-03-01',
      manager: 'Deng Akol',
    },
    balance: aLeaveBalance(),
  };
}

export function anOwnPayslip(changes: Record<string, unknown> = {}) {
  return {
    id: 31,
    payrollNumber: 'PR-2026-0031',
    startDate: '2026-10-01',
    endDate: '2026-10-31',
    payPeriod: 'October 2026',
    baseSalary: 850,
    overtime: 0,
    bonus: 0,
    grossPay: 850,
    deductions: 0,
    advances: 0,
    socialSecurity: 68,
    tax: 127.5,
    totalDeductions: 195.5,
    netPay: 654.5,
    netPaySsp: 261_800,
    status: 'paid',
    paidOn: '2026-11-02',
    ...changes,
  };
}
