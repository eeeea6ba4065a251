import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Ctx, transact } from '../../context.ts';
import { checkSheetName } from '../../documents/sheets/sheets.ts';
import { actorKey, actorName, can } from '../../identity/actor.ts';
import type { UploadedFile } from '../../kernel/contract.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { makeDirectory } from '../../ports/data-directory.ts';
import { systemFault } from '../../ports/system-faults.ts';
import type { StagedFile } from '../schema-centre.ts';
import {
  type BuiltImportType,
  type BuiltType,
  builtImportTypes,
  builtTypes,
} from '../schema-types.ts';
import { detectKind, offeredSheets } from '../service-kinds.ts';
import * as queries from './queries-files.ts';
import { storedFilename } from './service.ts';

const DAY_MS = 24 * 3600 * 1000;
/** How long an uploaded file is kept. */
const KEPT_DAYS = 30;
/** Of more bytes than this the oldest files are removed before their time. */
const MAX_KEPT_FILE_BYTES = 2 * 1024 ** 3;
/** A file that no row names is removed only after this time: it may be being staged. */
const ORPHAN_MS = DAY_MS;

/** The types of files that the caller may import. */
export function importableTypes({ actor }: Pick<Ctx, 'actor'>): BuiltImportType[] {
  return builtImportTypes.filter((type) => {
    const { permission, alsoNeeds = permission }: BuiltType = builtTypes[type];
    return can(actor, permission) && can(actor, alsoNeeds);
  });
}

function folderOf({ config }: Ctx): string {
  return join(config.dataDir, 'imports');
}

/** The name includes a part of the digest: after a restore the same id can belong to another file. */
function nameOf({ id, sha256 }: Pick<queries.ImportFile, 'id' | 'sha256'>): string {
  return `${id}-${sha256.slice(0, 16)}`;
}

/** A staged file with the path of its bytes. */
export interface OpenedFile {
  id: number;
  filename: string;
  path: string;
  size: number;
}

/**
 * Keeps an uploaded spreadsheet for a preview and an import (seeds/002 2), and tells what it holds. The file is checked as
 * far as its header.
 * @throws AppError unsupported for a wrong file name; the errors of `readSheet`; unavailable when the disk is full.
 */
export async function stageImportFile(ctx: Ctx, upload: UploadedFile): Promise<StagedFile> {
  checkSheetName(upload.filename);
  const { sheets, detectedType } = await describe(upload);
  const file = await stageFile(ctx, upload, detectedType);
  const earlier = await queries.findEarlierRun(ctx.db, file.sha256, importableTypes(ctx));
  return {
    id: file.id,
    filename: file.filename,
    bytes: file.bytes,
    sheets,
    detectedType,
    importedBefore: earlier ?? null,
  };
}

/** The sheets of a file, and its type by the header of the first. */
async function describe({
  path,
  filename,
}: UploadedFile): Promise<Pick<StagedFile, 'sheets' | 'detectedType'>> {
  const { info, kind } = await detectKind({ path, filename });
  return { sheets: offeredSheets(info), detectedType: kind.type ?? null };
}

/**
 * Copies a file into the data directory and records it. The bytes are on disk before the row is committed. `detectedType`
 * is what it holds, null if that is not known.
 * @throws AppError unavailable when the directory cannot be written.
 */
export async function stageFile(
  ctx: Ctx,
  upload: UploadedFile,
  detectedType: BuiltImportType | null,
): Promise<queries.ImportFile & { path: string }> {
  const folder = folderOf(ctx);
  const part = join(folder, `${ctx.random.bytes(16).toString('hex')}.tmp`);
  try {
    await makeDirectory(folder);
    const { sha256, bytes } = await copyFile(upload.path, part);
    const file = await transact(ctx, async (tx) => {
      const row = await queries.insertFile(tx.db, {
        filename: storedFilename(upload.filename),
        bytes,
        sha256,
        uploadedAt: tx.now,
        actorKey: actorKey(tx.actor),
        actorName: actorName(tx.actor),
        detectedType,
      });
      await rename(part, join(folder, nameOf(row)));
      await syncDirectory(folder);
      return row;
    });
    await removeFiles(ctx, await markRemoved(ctx));
    return { ...file, path: join(folder, nameOf(file)) };
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    if (error instanceof AppError) throw error;
    const fault = error as NodeJS.ErrnoException;
    throw fault.syscall ? cannotKeep(ctx, folder, fault) : error;
  }
}

/** The refusal of an upload that cannot be stored. The path is for the log: the caller may be no administrator. */
function cannotKeep(ctx: Ctx, folder: string, error: NodeJS.ErrnoException): AppError {
  ctx.log.error({ err: error, folder }, 'an uploaded file cannot be kept');
  const fault = systemFault(error);
  if (fault) return fault;
  return new AppError(
    'unavailable',
    'importFile.notKept',
    'The server cannot keep the file: its data directory cannot be written. Tell the administrator.',
    { cause: error },
  );
}

async function copyFile(from: string, to: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    createReadStream(from),
    async function* digested(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { sha256: hash.digest('hex'), bytes };
}

async function syncDirectory(folder: string): Promise<void> {
  const directory = await open(folder);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * A staged file for a preview or a new run. Its uploader may read it, and whoever may import the type that its headers tell
 * or a type as which it was imported; the caller checks the permission for the type of the preview or run.
 * @throws AppError notFound for an unknown id, for a file that the caller may not read, and for one that is no longer kept.
 */
export async function openStagedFile(ctx: Ctx, id: number): Promise<OpenedFile> {
  const file = await queries.getFile(ctx.db, id);
  if (!file || !(await mayRead(ctx, file))) return notFound('File', id);
  return openKept(ctx, file);
}

async function mayRead(ctx: Ctx, file: queries.ImportFile): Promise<boolean> {
  if (file.actorKey === actorKey(ctx.actor)) return true;
  const types = importableTypes(ctx);
  if (types.length === 0) return false;
  if (file.detectedType !== null && types.includes(file.detectedType)) return true;
  return queries.hasRunOfType(ctx.db, file.id, types);
}

/**
 * The file of a run whose type the caller may import; the check is the caller's.
 * @throws AppError notFound for a file that is no longer kept.
 */
export async function openRunFile(ctx: Ctx, id: number): Promise<OpenedFile> {
  return openKept(ctx, (await queries.getFile(ctx.db, id)) ?? notFound('File', id));
}

async function openKept(ctx: Ctx, file: queries.ImportFile): Promise<OpenedFile> {
  const { id } = file;
  const path = join(folderOf(ctx), nameOf(file));
  const there = file.removedAt ? undefined : await stat(path).catch(() => undefined);
  if (!there) throw fileGone(file.filename);
  return { id, filename: file.filename, path, size: there.size };
}

/** The refusal for a file whose bytes were removed, or were not there after a restore or a move. */
export function fileGone(filename: string): AppError {
  return new AppError(
    'notFound',
    'importFile.gone',
    `The file ${filename} is no longer on the server: uploaded files are kept for ${KEPT_DAYS} days and are not part of a backup. Upload it again.`,
  );
}

function markRemoved(ctx: Ctx): Promise<queries.ImportFile[]> {
  return queries.markRemovedFiles(ctx.db, {
    before: new Date(ctx.now.getTime() - KEPT_DAYS * DAY_MS),
    maxBytes: MAX_KEPT_FILE_BYTES,
    at: ctx.now,
  });
}

async function removeFiles(ctx: Ctx, files: readonly queries.ImportFile[]): Promise<void> {
  for (const file of files) await rm(join(folderOf(ctx), nameOf(file)), { force: true });
}

/**
 * Removes uploaded files after KEPT_DAYS, except those of runs that have not ended, and bytes that no row names. Returns
 * the number of removed files.
 */
export async function purgeImportFiles(ctx: Ctx): Promise<number> {
  const files = await markRemoved(ctx);
  await removeFiles(ctx, files);
  const folder = folderOf(ctx);
  const names = await readdir(folder).catch(() => [] as string[]);
  const kept = new Set((await queries.findKeptFiles(ctx.db)).map(nameOf));
  let orphans = 0;
  for (const name of names) {
    if (kept.has(name)) continue;
    const path = join(folder, name);
    const there = await stat(path).catch(() => undefined);
    if (!there?.isFile() || ctx.now.getTime() - there.mtimeMs < ORPHAN_MS) continue;
    await rm(path, { force: true });
    orphans += 1;
  }
  return files.length + orphans;
}
