import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { type EmailMessage, outboxEmail, smtpEmail, smtpSecurity } from './email.ts';

const FROM = '"Nimule Networks" <info@nimule.example>';
const message: EmailMessage = {
  to: 'achol@mail.example',
  subject: 'Invoice INV-2026-000001 für Achol',
  text: 'Please find the invoice attached.',
  attachments: [
    {
      filename: 'invoice-1.pdf',
      contentType: 'application/pdf',
      content: Buffer.from('%PDF-1.7 test'),
    },
  ],
};

interface Received {
  from: string;
  to: string[];
  source: string;
}

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

/** A real SMTP server on a free port that stores what it receives. */
async function startServer(refuse = false): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) => done(new Error(`${password} is wrong`)),
    onRcptTo: (_address, _session, done) => done(refuse ? new Error('no such mailbox') : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => new Promise((resolve) => server.close(() => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received };
}

describe('e-mail over SMTP', () => {
  test('has no header or recipient that a line break in a text would add', async () => {
    const { url, received } = await startServer();
    const port = smtpEmail(url, FROM);
    const evil = 'Invoice\r\nBcc: thief@mail.example\r\n\r\nBody';
    await port.send({ ...message, subject: evil });
    for (const to of [
      'achol@mail.example>\r\nRCPT TO:<thief@mail.example',
      'achol@mail.example, thief@mail.example',
      'Achol <thief@mail.example>',
    ])
      await port.send({ ...message, to }).catch(() => {});
    port.close();
    expect(received.length).toBeGreaterThan(0);
    for (const { to, source } of received) {
      expect(to).not.toContain('thief@mail.example');
      expect(source.split('\r\n\r\n', 1)[0]).not.toMatch(/^bcc:/im);
    }
  });

  test('reaches the server with its attachment', async () => {
    const { url, received } = await startServer();
    const port = smtpEmail(url, FROM);
    await port.verify();
    expect((await port.send(message)).id).toContain('@');
    port.close();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ from: 'info@nimule.example', to: ['achol@mail.example'] });
    expect(received[0]?.source).toContain('filename=invoice-1.pdf');
    expect(received[0]?.source).toContain(Buffer.from('%PDF-1.7 test').toString('base64'));
  });

  test('reports a server that refuses or is down', async () => {
    const { url, received } = await startServer(true);
    const refusing = smtpEmail(url, FROM);
    await expect(refusing.send(message)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'email.failed',
    });
    refusing.close();
    expect(received).toEqual([]);
    await stop?.();
    stop = undefined;
    const gone = smtpEmail(url, FROM);
    await expect(gone.verify()).rejects.toMatchObject({
      kind: 'unavailable',
      message: `The mail server ${new URL(url).host} cannot be used: connect ECONNREFUSED ${new URL(url).host}. SMTP_URL names it.`,
    });
    gone.close();
  });

  test('does not know what became of a message when the connection is reset after its last line', async () => {
    const server = createServer((socket) => {
      let body: string | undefined;
      socket.on('error', () => {});
      socket.write('220 mail.example\r\n');
      socket.on('data', (chunk) => {
        if (body !== undefined) {
          body += chunk.toString();
          if (body.endsWith('\r\n.\r\n')) socket.resetAndDestroy();
          return;
        }
        if (chunk.toString().startsWith('DATA')) body = '';
        socket.write(body === undefined ? '250 ok\r\n' : '354 go on\r\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stop = () => new Promise((resolve) => server.close(() => resolve()));
    const port = smtpEmail(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, FROM);
    await expect(port.send(message)).rejects.toMatchObject({ code: 'email.unanswered' });
    port.close();
  });

  test('sends no password without TLS to another machine, unless it is configured so', async () => {
    const { url, received } = await startServer();
    // Another address of this machine that does not count as loopback.
    const far = (rest = '') =>
      `${url.replace('//127.0.0.1', '//grace:s3cret@0.0.0.0').replace(/\/$/, '')}${rest}`;
    for (const options of ['', '?ignoreTLS=true', '?requireTLS=false', '?insecure=no']) {
      const port = smtpEmail(far(`/${options}`), FROM);
      await expect(port.send(message)).rejects.toMatchObject({ code: 'email.failed' });
      const refusal = await port.verify().catch((error: Error) => error.message);
      port.close();
      expect(refusal).toMatch(/STARTTLS.*A password is sent over TLS alone: .*\?insecure=yes/);
    }
    const insisting = smtpEmail(far('/?insecure=yes'), FROM);
    // The password is sent, and this server refuses it.
    await expect(insisting.verify()).rejects.toThrow('Invalid login');
    insisting.close();
    expect(received).toEqual([]);
  });

  test.each([
    ['smtp://mail.example.net:587', false, false],
    ['smtp://grace:pw@mail.example.net:587', true, false],
    ['smtp://grace:pw@mail.example.net:587?insecure=yes', false, true],
    ['smtp://grace:pw@mail.example.net?secure=false', true, false],
    ['smtp://grace:pw@mail.example.net:465?secure=true', true, false],
    ['smtps://grace:pw@mail.example.net', false, false],
    ['smtps://grace:pw@mail.example.net?insecure=yes', false, false],
    ['smtps://grace:pw@mail.example.net?secure=false', false, false],
    ['smtp://grace:pw@localhost:25', false, false],
    ['smtp://grace:pw@127.0.0.2', false, false],
    ['smtp://grace:pw@[::1]:25', false, false],
    ['smtp://grace:pw@127.example.net', true, false],
    ['smtp://grace:pw@localhost.example.net', true, false],
  ])('%s: needs TLS %s, is insecure %s', (url, needsTls, isInsecure) => {
    expect(smtpSecurity(url)).toMatchObject({ needsTls, isInsecure });
    expect(new URL(smtpSecurity(url).url).searchParams.get('requireTLS')).toBe(
      needsTls ? 'true' : null,
    );
  });

  test('reports to isp doctor why it cannot be used, without the password', async () => {
    const { url } = await startServer();
    const port = smtpEmail(url.replace('//', '//grace:s3cret%21@'), FROM);
    const refusal = await port.verify().catch((error: Error) => error.message);
    port.close();
    expect(refusal).toMatch(
      /^The mail server 127\.0\.0\.1:\d+, user grace cannot be used: Invalid login: 535 .*••• is wrong\. SMTP_URL names it\.$/,
    );
    expect(refusal).not.toContain('s3cret');
  });
});

test('without SMTP a message is a file that only its owner can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nimule-outbox-'));
  try {
    const port = outboxEmail(join(folder, 'outbox'), FROM);
    const { id } = await port.send(message);
    expect(await readdir(join(folder, 'outbox'))).toEqual([id]);
    const path = join(folder, 'outbox', id);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const source = await readFile(path, 'utf8');
    expect(source).toContain('To: achol@mail.example');
    expect(source).toContain('filename=invoice-1.pdf');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
