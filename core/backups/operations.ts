import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { backupRoutes } from './routes.ts';
import {
  deleteBackup,
  downloadBackup,
  getBackupProgress,
  getBackupStats,
  listBackups,
  resumeAfterRestore,
} from './service.ts';
import { createBackup } from './service-create.ts';
import { restoreBackup } from './service-restore.ts';
import { verifyBackup } from './service-verify.ts';

export const backupOperations: HandlersOf<typeof backupRoutes, Ctx> = {
  listBackups: (ctx) => listBackups(ctx),
  getBackupStats: (ctx) => getBackupStats(ctx),
  getBackupProgress: (ctx) => getBackupProgress(ctx),
  createBackup: (ctx) => createBackup(ctx),
  verifyBackup: (ctx, { params }) => verifyBackup(ctx, params.filename),
  restoreBackup: (ctx, { params }) => restoreBackup(ctx, params.filename),
  downloadBackup: (ctx, { params }) => downloadBackup(ctx, params.filename),
  deleteBackup: (ctx, { params }) => deleteBackup(ctx, params.filename),
  resumeAfterRestore: (ctx) => resumeAfterRestore(ctx),
};
