import type { LogLevel } from '@nimule/core/config-variables';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields that are never written to the log. */
const SECRETS = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'cookie',
  'authorization',
  'secretKey',
  'databaseUrl',
  'ownerUrl',
  'smtpUrl',
  'sms.url',
  'sms.key',
  'backupCopy',
  'req.headers',
  'headers',
  '*.password',
  '*.currentPassword',
  '*.newPassword',
  '*.token',
  '*.cookie',
  '*.authorization',
  '*.secretKey',
  '*.databaseUrl',
  '*.ownerUrl',
  '*.smtpUrl',
  '*.sms.url',
  '*.sms.key',
  '*.backupCopy',
];

export interface LogTarget {
  write(text: string): unknown;
  isTTY?: boolean;
}

/** JSON lines for log collectors, or readable lines in a terminal. */
export function createLogger(level: LogLevel, target: LogTarget): Logger {
  return pino(
    { level, base: null, redact: { paths: SECRETS, censor: '•••' } },
    target.isTTY ? readable(target) : (target as DestinationStream),
  );
}

interface Line {
  level: number;
  time: number;
  msg?: string;
  err?: { stack?: string; message?: string };
  method?: string;
  path?: string;
  status?: number;
  ms?: number;
  user?: string;
  [key: string]: unknown;
}

/** '14:05:09 GET /api/customers 200 12 ms (grace)'. */
export function toReadable(line: Line): string {
  const { level, time, msg, err, method, path, status, ms, user, reqId: _, ip: __, ...rest } = line;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const who = user ? ` (${user})` : '';
  const text = method ? `${method} ${path} ${status} ${ms} ms${who}` : (msg ?? '');
  const mark = level >= 50 ? 'ERROR ' : level >= 40 ? 'WARN  ' : '';
  const details = Object.entries(rest).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  const stack = err ? `\n${err.stack ?? err.message}` : '';
  return `${clock} ${mark}${text}${details.join('')}${stack}\n`;
}

function readable(target: LogTarget): DestinationStream {
  return { write: (json) => void target.write(toReadable(JSON.parse(json) as Line)) };
}
