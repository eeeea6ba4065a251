import { z } from 'zod';
import { defineRoutes } from '../kernel/contract.ts';
import { job, jobParams, jobResult } from './schema.ts';

export const jobRoutes = defineRoutes({
  listJobs: {
    method: 'GET',
    path: '/api/jobs',
    permission: 'job.run',
    summary: 'Scheduled jobs and their last runs',
    response: z.array(job),
    shows: ['jobs'],
  },
  runJob: {
    method: 'POST',
    path: '/api/jobs/:name/run',
    permission: 'job.run',
    summary: 'Run a job now',
    params: jobParams,
    response: jobResult,
    longRunning: true,
    touches: [
      'customers',
      'access',
      'money',
      'books',
      'expenses',
      'stock',
      'procurement',
      'approvals',
      'runs',
      'jobs',
      'messages',
      'network',
      'tickets',
      'vouchers',
      'wifi',
      'reports',
      'audit',
    ],
  },
});
