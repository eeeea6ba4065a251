import { invoke } from '@nimule/core/invoke';
import { addDays, dateInJuba, isoDate } from '@nimule/core/kernel/dates';
import type { Operation } from '@nimule/core/routes';
import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import type { TestApp } from '@nimule/fixtures/testing/test-app';
import type { CallInput } from './call-input.ts';

type Given = Partial<CallInput>;
const shell = { kind: 'shell', osUser: 'test' } as const;

/** Inputs of leave, attendance and own routes. `userId` is the caller's, linked to the employee of each own route. */
export function leaveInputs(
  app: TestApp,
  userId: number,
): Partial<Record<Operation, () => Given | Promise<Given>>> {
  let holidays = 0;
  const made = async (operation: Operation, input: Given): Promise<string> => {
    const { id } = (await invoke(app, shell, operation, input)).body as { id: number };
    return String(id);
  };
  /** An employee without leave and marks. */
  const newEmployee = () =>
    made('createEmployee', {
      body: {
        ...{ firstName: 'Nyandeng', lastName: 'Garang', email: 'nyandeng@example.net' },
        ...{ phone: '0977123456', department: 'Administration', position: 'Engineer' },
        ...{ baseSalary: '450', hireDate: '2023-01-01', sameEmployee: true },
      },
    });
  /** The same, linked to the caller. */
  async function self(): Promise<string> {
    const id = await newEmployee();
    await app.pool.query('update employees set user_id = null where user_id = $1', [userId]);
    await app.pool.query('update employees set user_id = $1 where id = $2', [userId, id]);
    return id;
  }
  const period = { leaveType: 'annual', startDate: '2026-12-01', endDate: '2026-12-03' };
  const today = () => dateInJuba(app.clock());
  return {
    createLeaveRequest: async () => ({ body: { employeeId: await newEmployee(), ...period } }),
    leaveDays: async () => ({ query: { employeeId: await newEmployee(), ...period } }),
    closeLeaveYear: () => ({ body: { year: '2024' } }),
    setCarryOver: async () => ({
      params: { id: await newEmployee() },
      body: { year: '2026', days: '2.5' },
    }),
    createHoliday() {
      holidays += 1;
      return { body: { date: addDays(isoDate('2026-01-01'), holidays) } };
    },
    markAttendance: async () => ({ body: { employeeId: await newEmployee() } }),
    correctAttendance: async () => ({
      body: { employeeId: await newEmployee(), date: today(), status: 'absent' },
    }),
    async me() {
      await self();
      return {};
    },
    async ownLeaveDays() {
      await self();
      return { query: period };
    },
    async createOwnLeaveRequest() {
      await self();
      return { body: period };
    },
    async cancelOwnLeaveRequest() {
      const body = { employeeId: await self(), ...period, reason: 'Family' };
      return { params: { id: await made('createLeaveRequest', { body }) } };
    },
    async ownPayslipPdf() {
      const employeeId = await self();
      const dates = { startDate: '2026-11-01', endDate: '2026-11-30' };
      const body = { employeeId, ...dates, baseSalary: '450' };
      const id = await made('createPayroll', { body });
      // Counts as processed by somebody else, so that the shell may approve it.
      await asOwner(
        app,
        `update payrolls set processed_by_id = 0, changed_by_id = 0 where id = ${id}`,
      );
      await invoke(app, shell, 'approvePayroll', { params: { id }, body: {} });
      return { params: { id } };
    },
  };
}
