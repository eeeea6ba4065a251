import { defineRoutes } from '../../kernel/contract.ts';
import * as s from './schema.ts';

/** seeds/002 7: the comprehensive reports. */
export const comprehensiveRoutes = defineRoutes({
  getReport: {
    method: 'GET',
    path: '/api/reports/:type',
    permission: 'report.read',
    summary: 'A comprehensive report; sections that the role may not see are null',
    params: s.reportParams,
    query: s.reportRange,
    response: s.report,
    shows: [
      'books',
      'customers',
      'money',
      'rates',
      'procurement',
      'people',
      'attendance',
      'tickets',
      'network',
      'vouchers',
      'wifi',
    ],
  },
  exportReport: {
    method: 'POST',
    path: '/api/reports/export/:format',
    permission: 'report.read',
    summary: 'A comprehensive report and the rows behind it as a file',
    params: s.reportExportParams,
    body: s.reportExport,
    file: true,
    longRunning: true,
  },
  downloadReport: {
    method: 'GET',
    path: '/api/reports/export/:format',
    permission: 'report.read',
    summary: 'The same file by a link',
    params: s.reportExportParams,
    query: s.reportDownload,
    file: true,
  },
});
