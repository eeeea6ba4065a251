import { approval, decisionInput } from '../approvals/schema.ts';
import { approvalLimits, approvalLimitsInput } from '../approvals/schema-limits.ts';
import { defineRoutes } from '../kernel/contract.ts';
import { idParams } from '../kernel/text.ts';
import * as s from './approvals/schema.ts';

/** Ours: what waits for a second person, of all modules. */
export const approvalRoutes = defineRoutes({
  listWaiting: {
    method: 'GET',
    path: '/api/approvals',
    permission: 'signedIn',
    summary: 'What waits for a decision',
    query: s.waitingQuery,
    response: s.waitingItem.array(),
    shows: ['approvals', 'procurement', 'stock', 'leave', 'payroll', 'people', 'users'],
  },
  countWaiting: {
    method: 'GET',
    path: '/api/approvals/count',
    permission: 'signedIn',
    summary: 'How many the caller may decide',
    response: s.waitingCount,
    shows: ['approvals', 'procurement', 'stock', 'leave', 'payroll', 'people', 'users'],
  },
  decideApproval: {
    method: 'POST',
    path: '/api/approvals/:id/decide',
    permission: 'signedIn',
    summary: 'Accept or refuse',
    params: idParams,
    body: decisionInput,
    response: approval,
    idempotent: true,
    touches: [
      'approvals',
      'procurement',
      'stock',
      'sales',
      'books',
      'audit',
      'expenses',
      'payroll',
      'people',
      'money',
      'customers',
      'till',
      'users',
    ],
  },
  withdrawApproval: {
    method: 'POST',
    path: '/api/approvals/:id/withdraw',
    permission: 'signedIn',
    summary: 'Withdraw what one has asked for',
    params: idParams,
    response: approval,
    idempotent: true,
    touches: ['approvals', 'audit'],
  },
  approvalLimits: {
    method: 'GET',
    path: '/api/approvals/limits',
    permission: 'signedIn',
    summary: 'The amounts of a day above which a second person decides',
    response: approvalLimits,
    shows: ['approvals'],
  },
  updateApprovalLimits: {
    method: 'PUT',
    path: '/api/approvals/limits',
    permission: 'money.limits',
    confirms: true,
    summary: 'Change these amounts',
    body: approvalLimitsInput,
    response: approvalLimits,
    touches: ['approvals', 'audit'],
  },
});
