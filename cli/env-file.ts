import { readFileSync } from 'node:fs';
import { AppError } from '@nimule/core/kernel/errors';

/** Far more than the settings of a service take. */
const LARGEST = 1024 * 1024;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,200}$/;
const isLineEnd = (character: string) => character === '\n' || character === '\r';
const isBlank = (character: string) => ' \t\n\r'.includes(character);
/** What a backslash within double quotes makes literal; before others it stays. */
const ESCAPED_IN_QUOTES = '"\\`$';

/**
 * The variables of a file as systemd reads an EnvironmentFile (systemd.exec(5)): lines `NAME=value`; lines that begin with #
 * or ; are comments; a value may be quoted in part, with ' or "; outside of quotes nothing is special but a backslash,
 * which takes the next character as it is and joins lines. Lines without = and with names that are none are passed over.
 */
export function parseEnvFile(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  let at = 0;
  /** From the first character behind = to the end of the value. */
  const readValue = (): string => {
    let value = '';
    // Blanks that are dropped where nothing follows them.
    let pending = '';
    let isBegun = false;
    for (; at < text.length; at += 1) {
      const character = text[at]!;
      if (isLineEnd(character)) break;
      if (character === '\\') {
        at += 1;
        value += pending + (at < text.length && !isLineEnd(text[at]!) ? text[at] : '');
        [pending, isBegun] = ['', true];
      } else if (!isBegun && (character === "'" || character === '"')) {
        value += readQuoted(character);
      } else if (isBlank(character)) {
        if (isBegun) pending += character;
      } else {
        value += pending + character;
        [pending, isBegun] = ['', true];
      }
    }
    return value;
  };
  /** At the opening quote; ends at the closing one. */
  const readQuoted = (quote: string): string => {
    let value = '';
    for (at += 1; at < text.length && text[at] !== quote; at += 1) {
      if (quote === '"' && text[at] === '\\' && at + 1 < text.length) {
        at += 1;
        const next = text[at]!;
        if (next !== '\n') value += ESCAPED_IN_QUOTES.includes(next) ? next : `\\${next}`;
      } else value += text[at];
    }
    return value;
  };
  for (; at < text.length; at += 1) {
    if (isBlank(text[at]!)) continue;
    const isComment = text[at] === '#' || text[at] === ';';
    let end = at;
    while (end < text.length && !isLineEnd(text[end]!) && (isComment || text[end] !== '='))
      end += 1;
    const name = text.slice(at, end).trim();
    at = end;
    if (isComment || text[at] !== '=') continue;
    at += 1;
    const value = readValue();
    if (NAME.test(name)) found[name] = value;
  }
  return found;
}

/** @throws AppError unavailable `envFile.unreadable` with the reason and what to do. */
export function readEnvFile(path: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    const reason =
      code === 'EACCES' || code === 'EPERM'
        ? `may not be read by this user. Let the group of the service read it: sudo chgrp nimule ${path} && sudo chmod 640 ${path}; then run isp as that user, not as root: sudo -u nimule isp --env-file ${path} …`
        : `cannot be read (${code}).`;
    throw new AppError('unavailable', 'envFile.unreadable', `The settings file ${path} ${reason}`, {
      cause,
    });
  }
  if (text.length > LARGEST)
    throw new AppError('unavailable', 'envFile.unreadable', `${path} is no file of settings.`);
  return parseEnvFile(text);
}
