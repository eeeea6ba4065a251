import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { importRoutes } from './routes.ts';
import { importFile, importStatus } from './service.ts';
import { importTemplate } from './service-template.ts';

const notBuilt = async (): Promise<never> => {
  throw new Error('not built');
};

export const importOperations: HandlersOf<typeof importRoutes, Ctx> = {
  importFile: (ctx, { body, upload }) => importFile(ctx, upload, body),
  importStatus: async (ctx) => importStatus(ctx),
  importTemplate: (_ctx, { params, query }) => importTemplate(params.type, query.format),
  stageImportFile: notBuilt,
  previewImport: notBuilt,
  listImportRuns: notBuilt,
  startImportRun: notBuilt,
  getImportRun: notBuilt,
  stopImportRun: notBuilt,
  undoImportRun: notBuilt,
  exportRefusedRows: notBuilt,
  listImportChanges: notBuilt,
  listImportDifferences: notBuilt,
  listKeptRecords: notBuilt,
};
