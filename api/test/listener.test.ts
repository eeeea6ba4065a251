import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { listen } from '../listener.ts';

const HERE = { host: '127.0.0.1', port: 0 };
const hello: RequestListener = (_request, response) => response.end('hello');

/** Sends these bytes and returns what is received until the connection closes. */
function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

async function ask(url: string, agent: Agent): Promise<{ answer: IncomingMessage; body: string }> {
  const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  return { answer, body: await text(answer) };
}

describe('the listener', () => {
  it('answers on every address that localhost stands for', async () => {
    const listener = await listen({ host: 'localhost', port: 0 }, hello);
    const { port } = new URL(listener.url);
    const addresses = await lookup('localhost', { all: true });
    for (const { address, family } of addresses) {
      const url = `http://${family === 6 ? `[${address}]` : address}:${port}`;
      const answer = await fetch(url).catch((error: Error) => error.cause as { code: string });
      // The hosts file may contain ::1 on a machine without IPv6.
      if ('code' in answer) expect([family, answer.code]).toEqual([6, 'EADDRNOTAVAIL']);
      else expect(await answer.text()).toBe('hello');
    }
    await listener.close();
  });

  it('switches handlers between two requests of one connection', async () => {
    const listener = await listen(HERE, hello);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await ask(listener.url, agent)).body).toBe('hello');
    listener.handOver((_request, response) => response.end('now the portal'));
    expect((await ask(listener.url, agent)).body).toBe('now the portal');
    agent.destroy();
    await listener.close();
  });

  it.each([
    ['a length and chunks', 'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG'],
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 7\r\n\r\nxGET /b'],
    ['a length that is no number', 'Content-Length: 1x\r\n\r\nx'],
    [
      'chunks that are not the last coding',
      'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    ],
    ['a chunk whose length is no number', 'Transfer-Encoding: chunked\r\n\r\n1z\r\nx\r\n0\r\n\r\n'],
  ])('reads no second request out of a first with %s', async (_name, rest) => {
    const urls: (string | undefined)[] = [];
    const listener = await listen(HERE, (request, response) => {
      urls.push(request.url);
      request.resume();
      request.on('end', () => response.end('hello'));
    });
    const smuggled = 'GET /second HTTP/1.1\r\nHost: x\r\n\r\n';
    const bytes = `POST /first HTTP/1.1\r\nHost: x\r\n${rest}${smuggled}`;
    expect(await exchange(listener.url, bytes)).toContain('HTTP/1.1 400 Bad Request\r\n');
    expect(urls).not.toContain('/second');
    await listener.close();
  });

  it.each([
    ['GARBAGE\r\n\r\n', '400 Bad Request', 'The request could not be read.'],
    [
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'The headers of the request are too large.',
    ],
  ])('answers what is no request in words', async (bytes, status, message) => {
    const listener = await listen(HERE, hello);
    const answer = await exchange(listener.url, bytes);
    expect(answer).toContain(`HTTP/1.1 ${status}\r\n`);
    expect(answer).toContain(`{"code":"request.invalid","message":"${message}"}`);
    expect(answer).toContain("Content-Security-Policy: default-src 'none'");
    await listener.close();
  });

  it('answers a request with an unknown expectation like any other', async () => {
    const listener = await listen(HERE, hello);
    const answer = await exchange(
      listener.url,
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    await listener.close();
  });

  it('answers requests under way when it is closed, closes their connection, and accepts no new one', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived = () => {};
    const hasArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const listener = await listen(HERE, async (request, response) => {
      arrived();
      await released;
      response.end(request.url);
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const waiting = ask(`${listener.url}/slow`, agent);
    await hasArrived;
    const closed = listener.close();
    await expect(fetch(listener.url)).rejects.toThrow();
    release();
    const { answer, body } = await waiting;
    expect([body, answer.headers.connection]).toEqual(['/slow', 'close']);
    await closed;
    agent.destroy();
  });
});
