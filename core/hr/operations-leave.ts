import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import {
  bulkMarkAttendance,
  checkOut,
  correctAttendance,
  markAttendance,
} from './attendance/service.ts';
import {
  attendanceMonth,
  exportAttendanceMonth,
  listAttendance,
} from './attendance/service-list.ts';
import { cancelLeave, createLeaveRequest, decideLeave, leaveDays } from './leave/service.ts';
import { listLeaveBalances } from './leave/service-balances.ts';
import { leaveCalendar } from './leave/service-calendar.ts';
import {
  createHoliday,
  deleteHoliday,
  listHolidays,
  updateHoliday,
} from './leave/service-holidays.ts';
import { exportLeaveRequests, getLeaveRequest, listLeaveRequests } from './leave/service-list.ts';
import { closeLeaveYear, setCarryOver } from './leave/service-year.ts';
import {
  cancelOwnLeaveRequest,
  createOwnLeaveRequest,
  listOwnLeaveRequests,
  me,
  ownAttendance,
  ownLeaveDays,
} from './mine/service.ts';
import { listOwnPayslips, ownPayslipPdf } from './mine/service-payslips.ts';
import type { leaveRoutes } from './routes-leave.ts';

/** Leave, public holidays, attendance, and what employees see of their own. */
export const leaveOperations = {
  listLeaveRequests: (ctx, { query }) => listLeaveRequests(ctx, query),
  exportLeaveRequests: (ctx, { query }) => exportLeaveRequests(ctx, query),
  leaveDays: (ctx, { query }) => leaveDays(ctx, query),
  createLeaveRequest: (ctx, { body }) => createLeaveRequest(ctx, body),
  getLeaveRequest: (ctx, { params }) => getLeaveRequest(ctx, params.id),
  approveLeaveRequest: (ctx, { params, body }) => decideLeave(ctx, params.id, 'approve', body),
  rejectLeaveRequest: (ctx, { params, body }) => decideLeave(ctx, params.id, 'reject', body),
  cancelLeaveRequest: (ctx, { params, body }) => cancelLeave(ctx, params.id, body),
  leaveCalendar: (ctx, { query }) => leaveCalendar(ctx, query),
  listLeaveBalances: (ctx, { query }) => listLeaveBalances(ctx, query),
  closeLeaveYear: (ctx, { body }) => closeLeaveYear(ctx, body.year),
  setCarryOver: (ctx, { params, body }) => setCarryOver(ctx, params.id, body),
  listHolidays: (ctx, { query }) => listHolidays(ctx, query.year),
  createHoliday: (ctx, { body }) => createHoliday(ctx, body),
  updateHoliday: (ctx, { params, body }) => updateHoliday(ctx, params.id, body),
  deleteHoliday: (ctx, { params }) => deleteHoliday(ctx, params.id),
  listAttendance: (ctx, { query }) => listAttendance(ctx, query),
  markAttendance: (ctx, { body }) => markAttendance(ctx, body),
  bulkMarkAttendance: (ctx, { body }) => bulkMarkAttendance(ctx, body),
  correctAttendance: (ctx, { body }) => correctAttendance(ctx, body),
  checkOut: (ctx, { params }) => checkOut(ctx, params.id),
  attendanceMonth: (ctx, { query }) => attendanceMonth(ctx, query),
  exportAttendanceMonth: (ctx, { query }) => exportAttendanceMonth(ctx, query),
  me: (ctx) => me(ctx),
  listOwnPayslips: (ctx, { query }) => listOwnPayslips(ctx, query),
  ownPayslipPdf: (ctx, { params }) => ownPayslipPdf(ctx, params.id),
  listOwnLeaveRequests: (ctx, { query }) => listOwnLeaveRequests(ctx, query),
  ownLeaveDays: (ctx, { query }) => ownLeaveDays(ctx, query),
  createOwnLeaveRequest: (ctx, { body }) => createOwnLeaveRequest(ctx, body),
  cancelOwnLeaveRequest: (ctx, { params }) => cancelOwnLeaveRequest(ctx, params.id),
  ownAttendance: (ctx, { query }) => ownAttendance(ctx, query.month),
} satisfies HandlersOf<typeof leaveRoutes, Ctx>;
