import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplePng } from '@nimule/fixtures/testing/documents/images';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../context.ts';
import { MAX_ATTACHMENT, MAX_ATTACHMENTS } from './schema.ts';
import {
  addAttachment,
  listAttachments,
  readAttachment,
  readUpload,
  removeAttachment,
} from './service.ts';

let app: TestApp;
let folder: string;
const ctx = () => contextOf(app);
const owner = (entityId: number) => ({ entity: 'ticket' as const, entityId });
beforeAll(async () => {
  app = await createMarkedApp();
  folder = await mkdtemp(join(tmpdir(), 'nimule-attachments-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.close();
});

async function upload(filename: string, content: Uint8Array, size = content.length) {
  const path = join(folder, 'upload');
  await writeFile(path, content);
  return { filename, path, size };
}
const add = async (entityId: number, filename: string, content: Uint8Array) => {
  const file = await readUpload(await upload(filename, content));
  return transact(ctx(), (tx) => addAttachment(tx, owner(entityId), file));
};

test('a file is kept, read and removed with its record alone', async () => {
  const { attachment, isNew } = await add(1, 'mast.png', samplePng());
  expect({ ...attachment, isNew }).toMatchObject({
    fileName: 'mast.png',
    contentType: 'image/png',
    size: samplePng().length,
    createdBy: 'test (shell)',
    isNew: true,
  });
  const read = await readAttachment(ctx(), 'ticket', [1], attachment.id);
  expect(read).toEqual({ filename: 'mast.png', contentType: 'image/png', body: samplePng() });
  const missing = { kind: 'notFound' };
  await expect(readAttachment(ctx(), 'ticket', [2], attachment.id)).rejects.toMatchObject(missing);
  const removed = (id: number) =>
    transact(ctx(), (tx) => removeAttachment(tx, 'ticket', [id], attachment.id));
  await expect(removed(2)).rejects.toMatchObject(missing);
  expect(await removed(1)).toMatchObject({ fileName: 'mast.png' });
  await expect(removed(1)).rejects.toMatchObject(missing);
  expect(await listAttachments(ctx(), 'ticket', [1])).toEqual([]);
});

test('the same content is one file of a record, under its first name', async () => {
  const first = await add(3, 'a.png', samplePng(1));
  const again = await add(3, 'b.png', samplePng(1));
  expect(again).toEqual({
    attachment: expect.objectContaining({ fileName: 'a.png' }),
    isNew: false,
  });
  expect(again.attachment.id).toBe(first.attachment.id);
  expect((await add(4, 'b.png', samplePng(1))).isNew).toBe(true);
  expect(await listAttachments(ctx(), 'ticket', [3, 4])).toHaveLength(2);
});

test('a record has at most ten', async () => {
  for (let mark = 0; mark < MAX_ATTACHMENTS; mark += 1) await add(5, 'x.png', samplePng(mark));
  await expect(add(5, 'x.png', samplePng(99))).rejects.toMatchObject({
    kind: 'rule',
    code: 'attachment.tooMany',
  });
  expect((await add(5, 'x.png', samplePng(0))).isNew).toBe(false);
});

test('ten megabytes are kept, one byte more is refused even if its size is said to be less', async () => {
  const largest = Buffer.concat([
    samplePng(),
    Buffer.alloc(MAX_ATTACHMENT - samplePng().length, 7),
  ]);
  const { attachment } = await add(6, 'large.png', largest);
  const { body } = await readAttachment(ctx(), 'ticket', [6], attachment.id);
  expect(Buffer.compare(body as Buffer, largest)).toBe(0);
  const larger = Buffer.concat([largest, Buffer.alloc(1)]);
  for (const size of [larger.length, 5])
    await expect(readUpload(await upload('large.png', larger, size))).rejects.toMatchObject({
      kind: 'tooLarge',
    });
});

test.each([
  ['empty.png', Buffer.alloc(0), 'invalid', /empty/],
  ['page.png', Buffer.from('<html>'), 'unsupported', /Only PDF, PNG/],
  ['cut.png', samplePng().subarray(0, 40), 'invalid', /damaged/],
])('%s is refused', async (name, content, kind, message) => {
  await expect(readUpload(await upload(name, content))).rejects.toMatchObject({
    kind,
    fields: { file: expect.stringMatching(message) },
  });
});
