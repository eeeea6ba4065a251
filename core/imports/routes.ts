import { defineRoutes } from '../kernel/contract.ts';
import {
  importInput,
  importResult,
  importStatus,
  templateParams,
  templateQuery,
} from './schema.ts';
import { builtTypes } from './schema-types.ts';

/** seeds/002 7. The service checks the permission to write the records of the given type (decision 16). */
export const importRoutes = defineRoutes({
  importFile: {
    method: 'POST',
    path: '/api/import/upload',
    permission: 'signedIn',
    oneOf: Object.values(builtTypes).map(({ permission }) => permission),
    summary: 'Import a spreadsheet',
    body: importInput,
    upload: true,
    response: importResult,
    longRunning: true,
    touches: ['customers', 'money', 'books', 'audit'],
  },
  importStatus: {
    method: 'GET',
    path: '/api/import/status',
    permission: 'signedIn',
    summary: 'The running import and the line of those that wait',
    response: importStatus,
    background: true,
  },
  importTemplate: {
    method: 'GET',
    path: '/api/import/template/:type',
    permission: 'signedIn',
    summary: 'The columns of an import as a file',
    params: templateParams,
    query: templateQuery,
    file: true,
  },
});
