import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { sendFile } from '../downloads.ts';

const server = Fastify();
afterAll(() => server.close());

let filename = 'invoice-7.pdf';
let body: Uint8Array | AsyncIterable<Uint8Array> = Buffer.from('%PDF');

server.get('/', (_request, reply) =>
  sendFile(reply, { filename, contentType: 'application/pdf', body }),
);

let contentType = 'application/pdf';
server.get('/shown', (_request, reply) => {
  reply.header('content-security-policy', "default-src 'self'");
  return sendFile(reply, { filename, contentType, body }, true);
});

describe('sendFile', () => {
  it('shows a PDF for printing, under a policy that blocks scripts', async () => {
    const answer = await server.inject('/shown');
    expect(answer.headers['content-disposition']).toBe('inline; filename=invoice-7.pdf');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; object-src/);
    contentType = 'text/html';
    const other = await server.inject('/shown');
    expect(other.headers['content-disposition']).toBe('attachment; filename=invoice-7.pdf');
    expect(other.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });

  it('shows images in a sandbox', async () => {
    contentType = 'image/png';
    const answer = await server.inject('/shown');
    expect(answer.headers).toMatchObject({
      'content-disposition': 'inline; filename=invoice-7.pdf',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('sends bytes with a name, to be saved', async () => {
    const answer = await server.inject('/');
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename=invoice-7.pdf',
      'content-type': 'application/pdf',
      'content-length': '4',
    });
    expect(answer.rawPayload.toString()).toBe('%PDF');
  });

  it('sends only the given part of a larger buffer', async () => {
    body = Buffer.from('secret%PDFsecret').subarray(6, 10);
    expect((await server.inject('/')).body).toBe('%PDF');
  });

  it('streams', async () => {
    body = (async function* () {
      yield Buffer.from('a');
      yield Buffer.from('b');
    })();
    const answer = await server.inject('/');
    expect(answer.body).toBe('ab');
    expect(answer.headers).not.toHaveProperty('content-length');
  });

  it.each([
    ['كشف.csv', `attachment; filename="???.csv"; filename*=utf-8''%D9%83%D8%B4%D9%81.csv`],
    ['a"b\r\nSet-Cookie: x.csv', 'attachment; filename="a_b__Set-Cookie_ x.csv"'],
    ['../../x\\y.csv', 'attachment; filename=.._.._x_y.csv'],
    ['invoice\u202Efdp.exe', 'attachment; filename=invoice_fdp.exe'],
  ])('names %j safely', async (name, expected) => {
    filename = name;
    body = Buffer.from('x');
    const header = String((await server.inject('/')).headers['content-disposition']);
    expect(header.toLowerCase()).toBe(expected.toLowerCase());
  });
});
