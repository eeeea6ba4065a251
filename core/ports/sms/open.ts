import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Log } from '../../context.ts';
import { outboxSms, type SmsPort, smsUnreachable } from '../sms.ts';
import { httpSms } from './http.ts';
import { type GatewayPattern, parsePattern } from './http-pattern.ts';
import { smppSms } from './smpp.ts';

/**
 * The pattern in a file.
 * @throws AppError unavailable `sms.unreachable`
 */
async function readPattern(path: string): Promise<GatewayPattern> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw smsUnreachable(`the file ${path} in SMS_GATEWAY cannot be read (${code})`, { cause });
  }
  return parsePattern(text);
}

/** The configured SMS gateway, or the folder `outbox-sms` in the data directory. It connects when it is used. */
export function openSms({ sms, dataDir }: Pick<Config, 'sms' | 'dataDir'>, log: Log): SmsPort {
  const { url, sender, key, gatewayFile } = sms;
  if (url === undefined) return outboxSms(join(dataDir, 'outbox-sms'), sender);
  if (!url.startsWith('http'))
    return smppSms(url, sender, { warn: (message) => log.warn({}, message) });
  return httpSms({ url, sender, key, pattern: () => readPattern(gatewayFile ?? '') });
}
