import { defineRoutes } from '../kernel/contract.ts';
import { idParams } from '../kernel/text.ts';
import * as s from './schema-sessions.ts';
import { topUser, topUserFilter } from './schema-usage.ts';

/** Decision 131: who is online, who was, what they used, and whose sign-in was refused. */
export const sessionsRoutes = defineRoutes({
  listSessions: {
    method: 'GET',
    path: '/api/access/sessions',
    permission: 'access.read',
    summary: 'Who is online',
    query: s.sessionFilter,
    list: s.openSession,
    shows: ['access', 'customers'],
  },
  exportSessions: {
    method: 'GET',
    path: '/api/access/sessions/export',
    permission: 'access.read',
    summary: 'Who is online as a file',
    query: s.sessionExport,
    file: true,
    longRunning: true,
  },
  sumSessions: {
    method: 'GET',
    path: '/api/access/sessions/sums',
    permission: 'access.read',
    summary: 'Open sessions in sum and by router',
    response: s.sessionSums,
    shows: ['access'],
  },
  endSession: {
    method: 'POST',
    path: '/api/access/sessions/:id/end',
    permission: 'access.enforce',
    summary: 'Tell the router to end a session',
    params: idParams,
    response: s.openSession,
    touches: ['access', 'audit'],
  },
  listClosedSessions: {
    method: 'GET',
    path: '/api/access/sessions/closed',
    permission: 'access.read',
    summary: 'Ended sessions, also by the address that they had',
    query: s.closedFilter,
    list: s.closedSession,
    shows: ['access', 'customers'],
  },
  listRefusals: {
    method: 'GET',
    path: '/api/access/refusals',
    permission: 'access.read',
    summary: 'Refused sign-ins',
    query: s.refusalFilter,
    list: s.refusal,
    shows: ['access', 'customers'],
  },
  listTopUsers: {
    method: 'GET',
    path: '/api/access/top-users',
    permission: 'access.read',
    summary: 'Who used most in a month',
    query: topUserFilter,
    list: topUser,
    shows: ['access', 'customers'],
  },
  listUnusableReports: {
    method: 'GET',
    path: '/api/access/unusable',
    permission: 'access.read',
    summary: 'Reports of routers that could not be stored',
    response: s.unusableReport.array(),
    shows: ['access'],
  },
  accessUsage: {
    method: 'GET',
    path: '/api/access/accounts/:id/usage',
    permission: 'access.read',
    summary: 'Upload and download of an account by day',
    params: idParams,
    query: s.usageQuery,
    response: s.usageDay.array(),
    shows: ['access', 'customers'],
  },
});
