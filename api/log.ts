import type { LogLevel } from '@nimule/core/config-variables';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

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
  /** Whether it is the journal of systemd, which takes the priority of a line from its beginning. */
  isJournal?: boolean;
}

/**
 * JSON lines for log collectors, with the time in ISO 8601 and the level as a word; readable lines in a terminal. In the
 * journal each line begins with its priority, so that `journalctl -p err` finds it.
 */
export function createLogger(level: LogLevel, target: LogTarget): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS, censor: '•••' },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destinationOf(target),
  );
}

function destinationOf(target: LogTarget): DestinationStream {
  if (target.isTTY) return readable(target);
  return target.isJournal ? prioritised(target) : (target as DestinationStream);
}

/** Priorities of syslog (sd-daemon(3)). */
const priorities: Readonly<Record<string, number>> = {
  fatal: 2,
  error: 3,
  warn: 4,
  info: 6,
  debug: 7,
  trace: 7,
};
const LEVEL = /^\{"level":"([a-z]{4,5})"/;

function prioritised(target: LogTarget): DestinationStream {
  return {
    write(json) {
      const level = LEVEL.exec(json.slice(0, 20))?.[1] ?? 'info';
      target.write(`<${priorities[level] ?? 6}>${json}`);
    },
  };
}

interface Line {
  level: string;
  time: string;
  msg?: string;
  err?: { stack?: string; message?: string };
  method?: string;
  path?: string;
  status?: number;
  ms?: number;
  user?: string;
  [key: string]: unknown;
}

const marks: Readonly<Record<string, string>> = {
  fatal: 'ERROR ',
  error: 'ERROR ',
  warn: 'WARN  ',
};

/** '14:05:09 GET /api/customers 200 12 ms (grace)'. */
export function toReadable(line: Line): string {
  const { level, time, msg, err, method, path, status, ms, user, reqId: _, ip: __, ...rest } = line;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const who = user ? ` (${user})` : '';
  const text = method ? `${method} ${path} ${status} ${ms} ms${who}` : (msg ?? '');
  const mark = marks[level] ?? '';
  const details = Object.entries(rest).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  const stack = err ? `\n${err.stack ?? err.message}` : '';
  return `${clock} ${mark}${text}${details.join('')}${stack}\n`;
}

function readable(target: LogTarget): DestinationStream {
  return { write: (json) => void target.write(toReadable(JSON.parse(json) as Line)) };
}
