import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../kernel/errors.ts';
import { isLoopback } from '../kernel/loopback.ts';
import { makeDirectory } from './data-directory.ts';
import { maskSecrets } from './mask.ts';

export interface EmailMessage {
  to: string;
  subject: string;
  text: string;
  attachments: { filename: string; contentType: string; content: Buffer }[];
}

/** Sends e-mail. The result is the server's message id, or a file of the local outbox. */
export interface EmailPort {
  readonly kind: 'smtp' | 'outbox';
  send(message: EmailMessage): Promise<{ id: string }>;
  /**
   * Connects to the server without sending, for `isp doctor`.
   * @throws AppError unavailable with server and reason, without secrets.
   */
  verify(): Promise<void>;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const SEND_TIMEOUT_MS = 30_000;

/** 'The mail server mail.example.net:587, user grace', without the password. */
function describeServer(url: string): string {
  const { host, username } = new URL(url);
  return `The mail server ${host}${username ? `, user ${decodeURIComponent(username)}` : ''}`;
}

/** The message of the server or the system. A server may repeat its input: the password is removed. */
function reasonOf(cause: unknown, url: string): string {
  const { password } = new URL(url);
  const reason = cause instanceof Error ? cause.message : String(cause);
  return maskSecrets(reason, [decodeURIComponent(password), password]).replace(/\.$/, '');
}

/** Options in the library's URLs that decide about TLS; `insecure` is ours. */
const TLS_OPTIONS = ['secure', 'requireTLS', 'ignoreTLS', 'opportunisticTLS', 'insecure'];

/**
 * TLS settings for a server. A password is only sent over TLS, from the first byte (`smtps:`) or after STARTTLS, unless
 * the server is on this machine or `?insecure=yes` allows it. `isInsecure` reports the latter for `isp doctor`.
 */
export function smtpSecurity(smtpUrl: string): {
  url: string;
  needsTls: boolean;
  isInsecure: boolean;
} {
  const url = new URL(smtpUrl);
  const { searchParams: options, protocol, password, hostname } = url;
  // The library decides by the protocol, whatever `?secure=` says.
  const isTls = protocol === 'smtps:';
  const isExposed = password !== '' && !isTls && !isLoopback(hostname);
  const insists = options.get('insecure') === 'yes';
  const needsTls = isExposed && !insists;
  for (const option of needsTls ? TLS_OPTIONS : ['insecure']) options.delete(option);
  if (needsTls) options.set('requireTLS', 'true');
  return { url: url.href, needsTls, isInsecure: isExposed && insists };
}

/** The code of a failure after which the message may or may not have been sent. */
export const UNANSWERED = 'email.unanswered';

/**
 * Whether the connection was lost or timed out after it was established, or the system lost it while reading or writing.
 * The library reports no more, so the message may have been delivered.
 */
function isUnanswered(cause: unknown): boolean {
  const { message, syscall } = cause as { message?: string; syscall?: string };
  return (
    message === 'Timeout' ||
    message === 'Connection closed unexpectedly' ||
    syscall === 'read' ||
    syscall === 'write'
  );
}

/** The recipient as one address: the library would read a text as a list, with names and brackets. */
function toOne({ to, ...message }: EmailMessage) {
  return { ...message, to: { name: '', address: to } };
}

/** The library's code for a server without STARTTLS. */
const NO_TLS_CODE = 'ETLS';

/** SMTP by URL (`smtp://user:password@host:587`, `smtps://…`); the library is loaded with the first message. */
export function smtpEmail(smtpUrl: string, from: string): EmailPort {
  const { url, needsTls } = smtpSecurity(smtpUrl);
  const tellTls = (cause: unknown) =>
    needsTls && (cause as { code?: string }).code === NO_TLS_CODE
      ? ' A password is sent over TLS alone: name a server that offers it, or insist with ?insecure=yes at the end of SMTP_URL.'
      : '';
  const opened = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      url,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SEND_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  // The sender reports a rejection; if there is none, it must not end the process.
  opened.catch(() => {});
  const attempt = async <T>(
    work: () => Promise<T>,
    describe: (cause: unknown) => string,
    isSending = false,
  ): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      if (isSending && isUnanswered(cause)) {
        const text =
          'The mail server did not answer: nobody knows whether the message went out. Ask the recipient before you send it again.';
        throw new AppError('unavailable', UNANSWERED, text, { cause });
      }
      throw new AppError('unavailable', 'email.failed', describe(cause), { cause });
    }
  };
  return {
    kind: 'smtp',
    send: (message) =>
      attempt(
        async () => {
          const sent = await (await opened).sendMail({ from, ...toOne(message) });
          return { id: sent.messageId };
        },
        () => 'The mail server did not accept the message. Try again later.',
        true,
      ),
    verify: () =>
      attempt(
        async () => void (await (await opened).verify()),
        (cause) =>
          `${describeServer(url)} cannot be used: ${reasonOf(cause, url)}. SMTP_URL names it.${tellTls(cause)}`,
      ),
    close: () =>
      void opened.then(
        (transport) => transport.close(),
        () => {},
      ),
  };
}

/** Without SMTP, writes each message as an .eml file to the data directory's outbox, for any mail program. */
export function outboxEmail(folder: string, from: string): EmailPort {
  return {
    kind: 'outbox',
    async send(message) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        streamTransport: true,
        buffer: true,
        newline: 'windows',
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const built = await transport.sendMail({ from, ...toOne(message) });
      await makeDirectory(folder);
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
      // Written under another name and renamed, so that readers of the folder never see a partial message.
      await writeFile(join(folder, `.${name}`), built.message as Buffer, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
      return { id: name };
    },
    verify: async () => void (await makeDirectory(folder)),
    close: () => {},
  };
}
