import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendError } from '../errors.ts';
import { visitor } from '../session.ts';
import {
  acceptForms,
  MAX_FIELD_BYTES,
  MAX_UPLOAD_BYTES,
  sweepUploads,
  withUpload,
} from '../uploads.ts';
import { type Harness, staffCookie, startHarness } from './harness.ts';

let harness: Harness;
let bare: FastifyInstance;
let fail = false;
let duringUse = async () => {};

/** Other files of tests upload at the same time: without a folder of its own this one would count theirs. */
const ownTmp = mkdtempSync(join(tmpdir(), 'nimule-uploads-test-'));
const { TMPDIR } = process.env;

/** A server with only an upload form, which answers what it received. */
beforeAll(async () => {
  process.env.TMPDIR = ownTmp;
  harness = await startHarness();
  bare = Fastify();
  bare.setErrorHandler(sendError);
  bare.decorateRequest('actor');
  bare.addHook('onRequest', async (request) => {
    request.actor = visitor;
  });
  acceptForms(bare);
  bare.post('/', (request) =>
    withUpload(request, async ({ fields, upload }) => {
      if (fail) throw new Error('the handler failed');
      await duringUse();
      if (!upload) return { fields };
      const content = readFileSync(upload.path, 'latin1').slice(0, 100);
      return { fields, content, name: upload.filename, size: upload.size, kept: upload.path };
    }),
  );
});
afterAll(async () => {
  await bare.close();
  await harness.close();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  rmSync(ownTmp, { recursive: true, force: true });
});

const BOUNDARY = 'nimule-boundary';

function file(content: string, name = 'customers.csv', field = 'file'): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${content}\r\n`;
}
function field(name: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}
function send(body: string, headers: Record<string, string> = {}) {
  return bare.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    payload: body,
  });
}
const end = `--${BOUNDARY}--\r\n`;
const uploadFolders = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('nimule-upload-'));

describe('an upload', () => {
  it('is a file on disk while it is used, and gone afterwards', async () => {
    const answer = (await send(field('type', 'customers') + file('name\nAkol\n') + end)).json();
    expect(answer).toMatchObject({
      fields: { type: 'customers' },
      content: 'name\nAkol\n',
      name: 'customers.csv',
      size: 10,
    });
    expect(uploadFolders()).not.toContain(basename(dirname(answer.kept)));
  });

  it('is removed when its use fails', async () => {
    const before = uploadFolders();
    fail = true;
    const { statusCode } = await send(file('x') + end);
    fail = false;
    expect(statusCode).toBe(500);
    expect(uploadFolders()).toEqual(before);
  });

  it('uses no path from its name, in any script', async () => {
    const names = ['../../etc/passwd', 'C:\\temp\\list.xlsx', 'عملاء.csv', ''];
    const kept: string[] = [];
    for (const name of names) kept.push((await send(file('x', name) + end)).json().name);
    expect(kept).toEqual(['passwd', 'list.xlsx', 'عملاء.csv', 'upload']);
  });

  it('above 50 MB is refused, by its declared length or when that much has arrived', async () => {
    const announced = await send(file('x') + end, {
      'content-length': String(MAX_UPLOAD_BYTES * 2),
    });
    const arrived = await send(file('x'.repeat(MAX_UPLOAD_BYTES + 1)) + end);
    for (const answer of [announced, arrived]) {
      expect([answer.statusCode, answer.json()]).toEqual([
        413,
        { code: 'upload.tooLarge', message: 'The file is larger than 50 MB.' },
      ]);
      expect(answer.headers.connection).toBe('close');
    }
  });

  it.each([
    ['that breaks off', file('x'), 400, 'upload.broken'],
    ['with two files', file('x') + file('y', 'b.csv', 'second') + end, 413, 'upload.files'],
    [
      'with too many fields',
      Array.from({ length: 21 }, (_, n) => field(`f${n}`, 'x')).join('') + end,
      413,
      'upload.fields',
    ],
    [
      'with a field that is too long',
      field('map', 'x'.repeat(MAX_FIELD_BYTES + 1)) + end,
      413,
      'upload.fields',
    ],
    [
      'with a field that reaches for the prototype',
      field('__proto__', 'x') + end,
      400,
      'upload.field',
    ],
  ])('%s is refused', async (_, body, status, code) => {
    const answer = await send(body);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it('without a boundary is refused', async () => {
    const answer = await send(file('x') + end, { 'content-type': 'multipart/form-data' });
    expect(answer.statusCode).toBe(400);
  });
});

describe('folders of uploads', () => {
  it('of killed processes are removed, and those of running ones stay', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'nimule-sweep-'));
    // A folder of this server, to learn how its folders are named.
    const kept: string = (await send(file('x') + end)).json().kept;
    const prefix = basename(dirname(kept)).replace(/\d+-[^-]*$/, '');
    expect(prefix).toMatch(/^nimule-upload-/);
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    const make = (name: string, ageHours = 0) => {
      mkdirSync(join(parent, name));
      writeFileSync(join(parent, name, 'upload'), 'customers');
      const at = statSync(join(parent, name)).mtimeMs / 1000 - ageHours * 3600;
      utimesSync(join(parent, name), at, at);
      return name;
    };
    const leftOver = [
      make(`${prefix}${ended}-AbCdEf`),
      make(`${prefix}${process.pid}-AbCdEf`),
      make('nimule-upload-AbCdEf', 25),
    ];
    const others = [
      make(`${prefix}${process.ppid}-AbCdEf`, 48),
      make('nimule-upload-GhIjKl'),
      make(`nimule-upload-00000000-${ended}-AbCdEf`),
      make('nimule-other', 48),
    ];
    expect((await sweepUploads(parent)).sort()).toEqual(leftOver.sort());
    expect(readdirSync(parent).sort()).toEqual(others.sort());
    expect(await sweepUploads(join(parent, 'no-such-folder'))).toEqual([]);
    rmSync(parent, { recursive: true });
  });

  it('of current uploads of this process stay', async () => {
    let swept: string[] = [];
    duringUse = async () => {
      swept = await sweepUploads();
    };
    const kept: string = (await send(file('x') + end)).json().kept;
    duringUse = async () => {};
    expect(swept).not.toContain(basename(dirname(kept)));
  });
});

describe('POST /api/import/upload', () => {
  const post = async (body: string, headers: Record<string, string>) =>
    harness.server.inject({ method: 'POST', url: '/api/import/upload', headers, payload: body });
  const form = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

  it('identifies the caller before it reads the file', async () => {
    const answer = await post(file('name\nAkol\n') + end, form);
    expect(answer.statusCode).toBe(401);
  });

  it('imports what the caller may write', async () => {
    const csv = 'customerId,name,location,packageType\nSC900,Akol Deng,Juba Central,Basic Fiber\n';
    const body = field('type', 'customers') + file(csv) + end;
    const billing = await post(body, { ...form, cookie: await staffCookie(harness, 'billing') });
    expect([billing.statusCode, billing.json()]).toMatchObject([
      200,
      { recordsProcessed: 1, recordsCreated: 1, recordsUpdated: 0, errors: [] },
    ]);
    const technician = await post(body, {
      ...form,
      cookie: await staffCookie(harness, 'technician'),
    });
    expect(technician.statusCode).toBe(403);
  });

  it('reports what is missing', async () => {
    const cookie = await staffCookie(harness, 'billing');
    const none = await post(field('type', 'customers') + end, { ...form, cookie });
    expect([none.statusCode, none.json().fields]).toEqual([400, { file: 'Choose a file.' }]);
    const json = await post('{}', { 'content-type': 'application/json', cookie });
    expect([json.statusCode, json.json()]).toEqual([
      415,
      { code: 'upload.mediaType', message: 'Send the file as multipart/form-data.' },
    ]);
  });
});
