import { defineRoutes } from '../kernel/contract.ts';
import { auditSeal, sealFilter, sealSettings } from './schema.ts';

/** Ours: the audit log can be proved unchanged (decision 127). Verifying and proving are commands of the shell. */
export const sealRoutes = defineRoutes({
  listAuditSeals: {
    method: 'GET',
    path: '/api/audit-log/seals',
    permission: 'audit.read',
    summary: 'Seals of the audit log, newest first',
    query: sealFilter,
    list: auditSeal,
    shows: ['audit'],
  },
  getSealSettings: {
    method: 'GET',
    path: '/api/audit-log/seal-settings',
    permission: 'audit.read',
    summary: 'Where the newest seal of the audit log is sent',
    response: sealSettings,
    shows: ['audit'],
  },
  updateSealSettings: {
    method: 'PUT',
    path: '/api/audit-log/seal-settings',
    permission: 'settings.update',
    summary: 'Set where the newest seal of the audit log is sent each day',
    body: sealSettings,
    response: sealSettings,
    confirms: true,
    touches: ['audit'],
  },
});
