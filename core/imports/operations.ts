import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { previewImport } from './preview/service.ts';
import type { importRoutes } from './routes.ts';
import { startImportRun, stopImportRun } from './runs/service-execute.ts';
import { stageImportFile } from './runs/service-files.ts';
import {
  getImportRun,
  listImportChanges,
  listImportDifferences,
  listImportRuns,
  listKeptRecords,
} from './runs/service-history.ts';
import { exportRefusedRows } from './runs/service-refused.ts';
import { importFile, importStatus } from './service.ts';
import { importTemplate } from './service-template.ts';
import { undoRun } from './undo/service.ts';

export const importOperations: HandlersOf<typeof importRoutes, Ctx> = {
  importFile: (ctx, { body, upload }) => importFile(ctx, upload, body),
  importStatus: async (ctx) => importStatus(ctx),
  importTemplate: (_ctx, { params, query }) => importTemplate(params.type, query.format),
  stageImportFile: (ctx, { upload }) => stageImportFile(ctx, upload),
  previewImport: (ctx, { body }) => previewImport(ctx, body),
  listImportRuns: (ctx, { query }) => listImportRuns(ctx, query),
  startImportRun: (ctx, { body }) => startImportRun(ctx, body),
  getImportRun: (ctx, { params }) => getImportRun(ctx, params.id),
  stopImportRun: (ctx, { params }) => stopImportRun(ctx, params.id),
  undoImportRun: async (ctx, { params }) => {
    await undoRun(ctx, params.id);
    return getImportRun(ctx, params.id);
  },
  exportRefusedRows: (ctx, { params, query }) => exportRefusedRows(ctx, params.id, query.format),
  listImportChanges: (ctx, { params, query }) => listImportChanges(ctx, params.id, query),
  listImportDifferences: (ctx, { params, query }) => listImportDifferences(ctx, params.id, query),
  listKeptRecords: (ctx, { params, query }) => listKeptRecords(ctx, params.id, query),
};
