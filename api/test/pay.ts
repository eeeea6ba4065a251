import { invoke } from '@nimule/core/invoke';
import type { Operation } from '@nimule/core/routes';
import { newEmployee } from '@nimule/fixtures/testing/employees';
import type { TestApp } from '@nimule/fixtures/testing/test-app';

export interface MadePay {
  advanceId: string;
  /** The payrolls that wait for approval, and to be paid. */
  processed: string;
  approved: string;
  /** All amounts of the employee alone, as they are written in answers, in texts and in pounds. */
  amounts: string[];
}

const typed = { baseSalary: '12345.67', bonus: '31.41', deductions: '27.18' };
const repaid = { own: '67.89', colleague: '5' };
const computed = ['grossPay', 'tax', 'socialSecurity', 'netPay', 'netPaySsp'] as const;

/** '12,345.67' of '12345.67'. */
const grouped = (text: string) => text.replace(/^(\d+)(\d{3})\./, '$1,$2.');

/**
 * Makes an advance and payrolls of an employee, and of a colleague in the same months: whoever sees the books sees sums by
 * account, which must not be the pay of one (decision 44). Of August both are paid together, of September each alone, October
 * is to be paid, and November waits for approval.
 */
export async function makePay(app: TestApp, employeeId: string, advance: string): Promise<MadePay> {
  const shell = { kind: 'shell', osUser: 'test' } as const;
  const post = async (operation: Operation, body: Record<string, unknown>, id?: string) => {
    const params = id === undefined ? {} : { id };
    return (await invoke(app, shell, operation, { params, body })).body as Record<string, unknown>;
  };
  const colleague = String(await newEmployee({ db: app.db, now: app.clock() }));
  const amounts = [...Object.values(typed), repaid.own];

  const advanced = async (of: string, amountUsd: string, back: string) => {
    const money = { account: 'cash' };
    const input = { employeeId: of, amountUsd, firstMonth: '2026-12', ...money };
    const id = String((await post('createAdvance', input)).id);
    await post('repayAdvance', { amountUsd: back, ...money }, id);
    return id;
  };
  const advanceId = await advanced(employeeId, advance, repaid.own);
  await advanced(colleague, '50', repaid.colleague);

  const processed = async (startDate: string, endDate: string) => {
    const made = await post('createPayroll', { employeeId, ...typed, startDate, endDate });
    amounts.push(...computed.map((name) => String(made[name])));
    return String(made.id);
  };
  const approved = async (startDate: string, endDate: string) => {
    const own = await processed(startDate, endDate);
    const body = { baseSalary: '1000', bonus: '5', deductions: '10', startDate, endDate };
    const other = await post('createPayroll', { employeeId: colleague, ...body });
    const ids = [own, String(other.id)];
    for (const id of ids) await post('approvePayroll', {}, id);
    return ids;
  };
  const pay = (payrollIds: readonly string[]) =>
    post('createPayrollPayment', { payrollIds, account: 'bank' });
  await pay(await approved('2026-08-01', '2026-08-31'));
  for (const id of await approved('2026-09-01', '2026-09-30')) await pay([id]);
  const [due] = await approved('2026-10-01', '2026-10-31');
  // Whoever reverses may type amounts as the reason. Those of payments are read by those who pay.
  const reason = 'The salary was 4321.09';
  amounts.push('4321.09');
  const wrong = await approved('2026-07-01', '2026-07-31');
  const payment = await pay(wrong);
  const error = await post('createAdvance', {
    ...{ employeeId: colleague, amountUsd: '4321.09', account: 'cash' },
  });
  await post('repayAdvance', { amountUsd: '1', account: 'cash' }, String(error.id));
  await post('reverseRepayment', { reason }, '3');
  const remittance = { kind: 'other_deductions', month: '2026-07', amount: '1', account: 'cash' };
  const remitted = await post('createRemittance', remittance);
  await post('reversePayrollPayment', { reason: 'Came back' }, String(payment.id));
  for (const id of wrong) await post('reversePayroll', { reason }, id);
  await post('reverseAdvance', { reason }, String(error.id));
  await post('reverseRemittance', { reason: 'Came back' }, String(remitted.id));
  const waiting = await processed('2026-11-01', '2026-11-30');
  return {
    ...{ advanceId, processed: waiting, approved: due! },
    amounts: [...new Set(amounts.flatMap((text) => [text, grouped(text)]))],
  };
}
