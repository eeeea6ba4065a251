import { defineRoutes } from '../../kernel/contract.ts';
import { idParams } from '../../kernel/text.ts';
import * as s from './schema.ts';

/** Reports by e-mail, each day, week or month. */
export const reportScheduleRoutes = defineRoutes({
  listReportSchedules: {
    method: 'GET',
    path: '/api/reports/schedules',
    permission: 'report.schedule',
    summary: 'Reports that are sent by e-mail',
    response: s.listedSchedule.array(),
    shows: ['reports', 'messages'],
  },
  listReportRecipients: {
    method: 'GET',
    path: '/api/reports/recipients',
    permission: 'report.schedule',
    summary: 'Users to whom reports can be sent, with their e-mail addresses',
    response: s.reportRecipient.array(),
    shows: ['users'],
  },
  createReportSchedule: {
    method: 'POST',
    path: '/api/reports/schedules',
    permission: 'report.schedule',
    summary: 'Schedule a report by e-mail; it is made with the rights of the caller',
    body: s.reportScheduleInput,
    response: s.reportSchedule,
    idempotent: true,
    touches: ['reports', 'audit'],
  },
  updateReportSchedule: {
    method: 'PUT',
    path: '/api/reports/schedules/:id',
    permission: 'report.schedule',
    summary:
      'Change, stop or resume a scheduled report; but for a stop it is then made with the rights of the caller',
    params: idParams,
    body: s.reportScheduleInput,
    response: s.reportSchedule,
    touches: ['reports', 'audit'],
  },
  deleteReportSchedule: {
    method: 'DELETE',
    path: '/api/reports/schedules/:id',
    permission: 'report.schedule',
    summary: 'Remove a scheduled report',
    params: idParams,
    response: s.scheduleRemoved,
    touches: ['reports', 'audit'],
  },
});
