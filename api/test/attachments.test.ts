import { MAX_ATTACHMENT, MAX_ATTACHMENTS } from '@nimule/core/attachments/schema';
import { sampleJpeg, samplePdf, samplePng } from '@nimule/fixtures/testing/documents/images';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, staffCookie, startHarness } from './harness.ts';

let harness: Harness;
let cookie: string;
beforeAll(async () => {
  harness = await startHarness({ requestsPerMinute: Number.POSITIVE_INFINITY });
  cookie = await staffCookie(harness, 'technician');
});
afterAll(() => harness.close());

async function openTicket(): Promise<string> {
  const payload = { title: 'Mast', description: 'Leans' };
  const url = '/api/support-tickets';
  const answer = await harness.server.inject({ method: 'POST', url, payload, headers: { cookie } });
  return `${url}/${answer.json().id}/attachments`;
}

async function attach(
  url: string,
  bytes: Buffer,
  name = 'photo.png',
  by = cookie,
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  const encoded = new Response(form);
  return harness.server.inject({
    method: 'POST',
    url,
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { cookie: by, 'content-type': encoded.headers.get('content-type')!, ...headers },
  });
}
const call = (method: 'GET' | 'DELETE', url: string) =>
  harness.server.inject({ method, url, headers: { cookie } });

describe('a file of a ticket', () => {
  it('is attached, shown in a sandbox or saved, and deleted', async () => {
    const url = await openTicket();
    const made = await attach(url, samplePng());
    expect(made.json()).toMatchObject({ fileName: 'photo.png', contentType: 'image/png' });
    const one = `${url}/${made.json().id}`;
    const saved = await call('GET', one);
    expect(saved.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename=photo.png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect(saved.rawPayload.equals(samplePng())).toBe(true);
    expect((await call('GET', `${one}?inline=1`)).headers).toMatchObject({
      'content-disposition': 'inline; filename=photo.png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await call('GET', url)).json()).toHaveLength(1);
    expect((await call('DELETE', one)).statusCode).toBe(200);
    expect((await call('GET', one)).statusCode).toBe(404);
    expect((await call('DELETE', one)).statusCode).toBe(404);
  });

  it('is judged by its bytes, whatever its name and type say', async () => {
    const url = await openTicket();
    const lying = await attach(url, sampleJpeg(), 'page.html');
    expect(lying.json()).toMatchObject({ fileName: 'page.html.jpg', contentType: 'image/jpeg' });
    for (const [bytes, status] of [
      [Buffer.alloc(0), 400],
      [samplePng().subarray(0, 30), 400],
      [Buffer.from('<script>alert(1)</script>'), 415],
      [Buffer.from(`<script></script>${samplePdf()}`), 415],
    ] as const) {
      const answer = await attach(url, bytes);
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([status, ['file']]);
    }
    const large = Buffer.concat([samplePng(), Buffer.alloc(MAX_ATTACHMENT + 1)]);
    const tooLarge = await attach(url, large.subarray(0, MAX_ATTACHMENT + 1));
    expect(tooLarge.statusCode).toBe(413);
    expect(tooLarge.json().message).toBe('A file can have at most 10 MB.');
    expect((await attach(url, large.subarray(0, MAX_ATTACHMENT))).statusCode).toBe(200);
    expect((await call('GET', url)).json()).toHaveLength(2);
  });

  it('is one of at most ten, also when they are sent at once', async () => {
    const url = await openTicket();
    // One user sends at most three at once.
    const users = await Promise.all([0, 1, 2, 3, 4].map(() => staffCookie(harness, 'technician')));
    const sent = Array.from({ length: MAX_ATTACHMENTS + 3 }, (_, mark) =>
      attach(url, samplePng(mark), 'photo.png', users[mark % users.length]),
    );
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(200), 422, 422, 422]);
    expect((await call('GET', url)).json()).toHaveLength(MAX_ATTACHMENTS);
  });

  it('is stored once for a key, also at once, after a deletion, and by nobody else', async () => {
    const url = await openTicket();
    const keyed = (key: string, bytes = samplePng(1), by = cookie) =>
      attach(url, bytes, 'photo.png', by, { 'idempotency-key': key });
    const both = await Promise.all([keyed('photo-1'), keyed('photo-1')]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(both[1]!.json()).toEqual(both[0]!.json());
    const { id } = both[0]!.json();
    // The answer was lost, and somebody has deleted the file before it is sent again.
    expect((await call('DELETE', `${url}/${id}`)).statusCode).toBe(200);
    expect((await keyed('photo-1')).json()).toMatchObject({ id });
    expect((await call('GET', url)).json()).toEqual([]);
    const reused = await keyed('photo-1', samplePng(2));
    expect([reused.statusCode, reused.json().code]).toEqual([409, 'idempotency.reused']);
    expect((await keyed('photo-2')).json().id).not.toBe(id);
    const other = await staffCookie(harness, 'technician');
    expect((await keyed('photo-1', samplePng(3), other)).statusCode).toBe(200);
    expect((await call('GET', url)).json()).toHaveLength(2);
    expect((await keyed('x'.repeat(201))).statusCode).toBe(400);
    const { rows } = await sql<{ lines: number }>`
      select count(*)::int as lines from audit_log
      where action = 'ticket.attach' and entity_id = ${url.split('/')[3]}
    `.execute(harness.app.db);
    expect(rows[0]?.lines).toBe(3);
  });

  it('arrives after the visit was completed, and after the ticket was closed', async () => {
    const url = await openTicket();
    const ticket = url.slice(0, url.lastIndexOf('/'));
    const send = (method: 'POST' | 'PUT', path: string, payload: object) =>
      harness.server.inject({ method, url: path, payload, headers: { cookie } });
    const { version } = (await call('GET', ticket)).json();
    const done = { workDone: 'New cable', resolve: true, version };
    const completed = await send('POST', `${ticket}/complete`, done);
    expect(completed.json()).toMatchObject({ status: 'resolved' });
    expect((await attach(url, samplePng(1))).statusCode).toBe(200);
    const closed = { status: 'closed', version: completed.json().version };
    expect((await send('PUT', ticket, closed)).json()).toMatchObject({ status: 'closed' });
    expect((await attach(url, samplePng(2))).statusCode).toBe(200);
    expect((await call('GET', url)).json()).toHaveLength(2);
  });

  it('of a ticket that was merged meanwhile belongs to the one that goes on', async () => {
    const url = await openTicket();
    const other = await openTicket();
    const idOf = (path: string) => Number(path.split('/')[3]);
    const manager = await staffCookie(harness, 'manager');
    const merged = await harness.server.inject({
      method: 'POST',
      url: `/api/support-tickets/${idOf(url)}/merge`,
      payload: { intoId: idOf(other) },
      headers: { cookie: manager },
    });
    expect(merged.statusCode).toBe(200);
    const { id } = (await attach(url, samplePng())).json();
    expect((await call('GET', other)).json()).toMatchObject([{ id }]);
    expect((await call('GET', `${url}/${id}`)).statusCode).toBe(404);
    expect((await call('DELETE', `${other}/${id}`)).statusCode).toBe(200);
  });

  it('is not found by the address of another ticket', async () => {
    const url = await openTicket();
    const { id } = (await attach(url, samplePdf(), 'plan.pdf')).json();
    const other = await openTicket();
    for (const method of ['GET', 'DELETE'] as const)
      expect((await call(method, `${other}/${id}`)).statusCode).toBe(404);
    expect((await call('GET', `${url}/${id}`)).statusCode).toBe(200);
    expect((await attach('/api/support-tickets/999999/attachments', samplePng())).statusCode).toBe(
      404,
    );
  });

  it.each([
    ['../../etc/passwd', 'passwd.png'],
    ['a"b\r\nSet-Cookie: x.png', /^a.*\.png$/],
    ['صورة.png', 'صورة.png'],
    ['\u202Egnp.exe', 'gnp.exe.png'],
    [`${'x'.repeat(3000)}.png`, /^x{1,196}\.png$/],
    ['<img src=x onerror=alert(1)>.png', '_img src=x onerror=alert(1)_.png'],
    ["'; drop table attachments; --", "'; drop table attachments; --.png"],
  ])('named %j is kept under a safe name', async (name, expected) => {
    const url = await openTicket();
    const { id, fileName } = (await attach(url, samplePng(), name)).json();
    if (typeof expected === 'string') expect(fileName).toBe(expected);
    else expect(fileName).toMatch(expected);
    const { headers, statusCode } = await call('GET', `${url}/${id}`);
    expect(statusCode).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
  });
});
