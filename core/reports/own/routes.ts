import { defineRoutes } from '../../kernel/contract.ts';
import { reportRange } from '../comprehensive/schema.ts';
import * as s from './schema.ts';

/** The reports of an internet service provider beside those of the specification. */
export const ownReportRoutes = defineRoutes({
  listOwnReports: {
    method: 'GET',
    path: '/api/reports/own',
    permission: 'report.read',
    summary: 'The reports of an internet service provider, and which of them the role may see',
    response: s.ownReportInfo.array(),
  },
  getOwnReport: {
    method: 'GET',
    path: '/api/reports/own/:name',
    permission: 'report.read',
    summary: 'One of them, with at most 2,000 rows; it needs the permission that the list names',
    params: s.ownReportParams,
    query: reportRange,
    response: s.ownReport,
    shows: [
      'books',
      'customers',
      'money',
      'tickets',
      'network',
      'vouchers',
      'wifi',
      'till',
      'users',
    ],
  },
  exportOwnReport: {
    method: 'GET',
    path: '/api/reports/own/:name/export',
    permission: 'report.read',
    summary: 'All its rows as a file',
    params: s.ownReportParams,
    query: s.ownReportExport,
    file: true,
  },
});
