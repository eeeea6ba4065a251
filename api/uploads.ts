import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { actorKey } from '@nimule/core/identity/actor';
import type { UploadedFile } from '@nimule/core/kernel/contract';
import { AppError } from '@nimule/core/kernel/errors';
import { normaliseText } from '@nimule/core/kernel/text';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyOf, boundaryOf, type FormLimits, fileTooLarge, readForm } from './forms.ts';

export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;
/** Boundaries, part headers and the other fields. */
const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + 512 * 1024;
const MAX_FIELDS = 20;
export const MAX_FIELD_BYTES = 64 * 1024;
const LIMITS: FormLimits = {
  formBytes: MAX_FORM_BYTES,
  fileBytes: MAX_UPLOAD_BYTES,
  fields: MAX_FIELDS,
  fieldBytes: MAX_FIELD_BYTES,
};
const MAX_FILENAME = 200;
/** Maximum number of files of 50 MB in the temporary folder: waiting imports and incoming files. */
const MAX_AT_ONCE = 25;
/** Of one user, so that others can always send: those that wait for their turn (core/imports), and those that arrive. */
const MAX_EACH = 20;
const MAX_ARRIVING_EACH = 3;
const RETRY_SECONDS = 60;

export interface Received {
  fields: Record<string, unknown>;
  upload: UploadedFile | undefined;
}

/**
 * Streams the file of a multipart form into a folder of its own, passes it to `use` and always removes it. Only the
 * size is checked here; the importer checks the content.
 * @throws AppError tooLarge above 50 MB, invalid for an incomplete form, unsupported without a form; nothing of the body is
 *   parsed after that. tooMany and unavailable where too many files are sent at once, by the caller or by all.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  use: (received: Received) => Promise<T>,
): Promise<T> {
  if (!isForm(request)) {
    throw new AppError('unsupported', 'upload.mediaType', 'Send the file as multipart/form-data.');
  }
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_FORM_BYTES) throw fileTooLarge();
  const slot = takeSlot(actorKey(request.actor));
  try {
    const folder = await mkdtemp(join(tmpdir(), `${OWN_FOLDERS}${process.pid}-`));
    slot.folder = basename(folder);
    try {
      const received = await receive(request, folder);
      slot.isArriving = false;
      return await use(received);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    slots.delete(slot);
  }
}

/** The place of an upload from before its folder exists until that is removed. */
interface Slot {
  who: string;
  isArriving: boolean;
  folder: string;
}

/** Current uploads of this process. */
const slots = new Set<Slot>();

/** @throws AppError unavailable 'import.busy' when all places are taken; tooMany when the caller has too many. */
function takeSlot(who: string): Slot {
  if (slots.size >= MAX_AT_ONCE) {
    const message = 'Too many files are being sent. Try again in some minutes.';
    throw new AppError('unavailable', 'import.busy', message, { retryAfter: RETRY_SECONDS });
  }
  const own = [...slots].filter((slot) => slot.who === who);
  const arriving = own.filter(({ isArriving }) => isArriving);
  if (own.length >= MAX_EACH || arriving.length >= MAX_ARRIVING_EACH) {
    const count = own.length >= MAX_EACH ? MAX_EACH : MAX_ARRIVING_EACH;
    const message = `${count} of your files are being sent already. Wait until one has arrived, and try again.`;
    throw new AppError('tooMany', 'upload.tooMany', message, { retryAfter: RETRY_SECONDS });
  }
  const slot = { who, isArriving: true, folder: '' };
  slots.add(slot);
  return slot;
}

const FOLDER_PREFIX = 'nimule-upload-';
/** Machines and containers have separate process ids, but may share the temporary folder. */
const HERE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
/** Followed by the id of the process that created the folder. */
const OWN_FOLDERS = `${FOLDER_PREFIX}${HERE}-`;
/** A folder of an unknown process is abandoned after this time. */
const ABANDONED_MS = 24 * 3600 * 1000;

/**
 * Removes uploaded files that earlier processes left behind when they were killed; never those of a running process.
 * Returns the names of the removed folders. Folders that cannot be removed stay.
 */
export async function sweepUploads(parent = tmpdir()): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  const gone: string[] = [];
  for (const name of names) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const path = join(parent, name);
    try {
      if (!(await isLeftOver(name, path))) continue;
      await rm(path, { recursive: true, force: true });
      gone.push(name);
    } catch {
      // Owned by another user, or another process was faster.
    }
  }
  return gone;
}

async function isLeftOver(name: string, path: string): Promise<boolean> {
  const maker = name.startsWith(OWN_FOLDERS) ? name.slice(OWN_FOLDERS.length).split('-', 1)[0] : '';
  const pid = Number(maker);
  // After a restart a container may get the same process id.
  if (pid === process.pid) return ![...slots].some(({ folder }) => folder === name);
  if (pid > 0) return !isRunning(pid);
  return Date.now() - (await stat(path)).mtimeMs > ABANDONED_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // For a process of another user only its existence is reported.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function receive(request: FastifyRequest, folder: string): Promise<Received> {
  let upload: UploadedFile | undefined;
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  const body = bodyOf(request.raw);
  try {
    const fields = await readForm(body, boundary, LIMITS, {
      async keep(_name, filename, content) {
        upload = await keep(filename, content, join(folder, 'upload'));
      },
    });
    return { fields: Object.fromEntries(fields), upload };
  } finally {
    body.stop();
  }
}

async function keep(
  sent: string,
  content: AsyncIterable<Buffer>,
  path: string,
): Promise<UploadedFile> {
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  const { size } = await stat(path);
  // Browsers send only a name; a path sent by other programs is not used.
  const filename = normaliseText(sent).split(/[\\/]/).at(-1) ?? '';
  return { filename: filename.slice(-MAX_FILENAME) || 'upload', path, size };
}

const forms = new WeakSet<FastifyRequest>();

/** Accepts forms; their bodies stay unread until a route takes them with `withUpload`. */
export function acceptForms(server: FastifyInstance): void {
  server.addContentTypeParser('multipart/form-data', (request, _payload, done) => {
    forms.add(request);
    done(null);
  });
}

export function isForm(request: FastifyRequest): boolean {
  return forms.has(request);
}
