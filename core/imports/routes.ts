import { defineRoutes } from '../kernel/contract.ts';
import { idParams } from '../kernel/text.ts';
import {
  importInput,
  importResult,
  importStatus,
  templateParams,
  templateQuery,
} from './schema.ts';
import * as centre from './schema-centre.ts';
import { importPermissions } from './schema-types.ts';

/** Whoever may import any type of file; the service checks the permission for the type. */
const anyImport = {
  permission: 'signedIn',
  oneOf: importPermissions,
} as const;

/** What files of all types bring. */
const written = [
  ...(['imports', 'customers', 'money', 'books', 'audit', 'network', 'procurement'] as const),
  ...(['people', 'expenses', 'stock', 'vouchers', 'approvals'] as const),
] as const;

/** seeds/002 7. The service checks the permission to write the records of the given type (decision 16). */
export const importRoutes = defineRoutes({
  importFile: {
    method: 'POST',
    path: '/api/import/upload',
    ...anyImport,
    summary: 'Import a spreadsheet',
    body: importInput,
    upload: true,
    response: importResult,
    longRunning: true,
    touches: written,
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
  stageImportFile: {
    method: 'POST',
    path: '/api/import/files',
    ...anyImport,
    summary: 'Upload a spreadsheet for a preview',
    upload: true,
    response: centre.stagedFile,
    longRunning: true,
  },
  previewImport: {
    method: 'POST',
    path: '/api/import/previews',
    ...anyImport,
    summary: 'What an import of an uploaded file would do',
    body: centre.previewInput,
    response: centre.importPreview,
    longRunning: true,
  },
  listImportRuns: {
    method: 'GET',
    path: '/api/import/runs',
    ...anyImport,
    summary: 'Imports, newest first',
    query: centre.runFilter,
    list: centre.importRun,
    shows: ['imports'],
  },
  startImportRun: {
    method: 'POST',
    path: '/api/import/runs',
    ...anyImport,
    summary: 'Import an uploaded file in the background',
    body: centre.runInput,
    response: centre.importRunDetail,
    idempotent: 'inSteps',
    touches: written,
  },
  getImportRun: {
    method: 'GET',
    path: '/api/import/runs/:id',
    ...anyImport,
    summary: 'An import with its progress, reasons and reconciliation',
    params: idParams,
    response: centre.importRunDetail,
    background: true,
    shows: ['imports'],
  },
  stopImportRun: {
    method: 'POST',
    path: '/api/import/runs/:id/stop',
    ...anyImport,
    summary: 'Stop an import after its current batch',
    params: idParams,
    response: centre.importRunDetail,
    touches: ['imports', 'audit'],
  },
  undoImportRun: {
    method: 'POST',
    path: '/api/import/runs/:id/undo',
    ...anyImport,
    summary: 'Remove or reverse what an import created, in the background',
    params: idParams,
    response: centre.importRunDetail,
    touches: written,
  },
  exportRefusedRows: {
    method: 'GET',
    path: '/api/import/runs/:id/refused',
    ...anyImport,
    summary: 'The refused rows of an import as a file, with the reasons',
    params: idParams,
    query: centre.refusedQuery,
    file: true,
    longRunning: true,
  },
  listImportChanges: {
    method: 'GET',
    path: '/api/import/runs/:id/changes',
    ...anyImport,
    summary: 'The records that an import changed, before and after',
    params: idParams,
    query: centre.runPaging,
    list: centre.runChange,
    shows: ['imports'],
  },
  listImportDifferences: {
    method: 'GET',
    path: '/api/import/runs/:id/differences',
    ...anyImport,
    summary: 'Records whose value in the books is not that of the file',
    params: idParams,
    query: centre.runPaging,
    list: centre.runDifference,
    shows: ['imports'],
  },
  listKeptRecords: {
    method: 'GET',
    path: '/api/import/runs/:id/kept',
    ...anyImport,
    summary: 'Created records that the undo of an import left, with the reasons',
    params: idParams,
    query: centre.runPaging,
    list: centre.keptRecord,
    shows: ['imports'],
  },
});
