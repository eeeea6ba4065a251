import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import { type App, createContext, refuseInMaintenance } from '../../context.ts';
import { AppError, breaksRule } from '../../kernel/errors.ts';
import { recordReceipts } from './service-receipts.ts';

const LABEL = 'nimule sms receipts v1';
/** Where a gateway with an HTTP interface delivers its receipts; the token follows. */
export const RECEIPTS_PATH = '/api/sms/receipts';

/**
 * The token of the address to which the gateway sends its receipts, derived from SMS_KEY, or from the password in
 * SMS_URL. Undefined for other gateways, and for one that has neither.
 */
export function receiptsToken({ sms: { url, key } }: Pick<Config, 'sms'>): string | undefined {
  if (!url?.startsWith('http')) return undefined;
  const secret = key || new URL(url).password;
  return secret === '' ? undefined : createHmac('sha256', secret).update(LABEL).digest('base64url');
}

/**
 * The address that the gateway calls, with ISP_PUBLIC_URL if it is set.
 * @throws AppError rule for other gateways, and without a key or a password to derive the token from.
 */
export function receiptsAddress(config: Pick<Config, 'sms' | 'publicUrl'>): string {
  const token = receiptsToken(config);
  if (token === undefined)
    breaksRule(
      'receipts.none',
      'Only a gateway with an HTTP interface sends its reports to an address: an https address in SMS_URL, with SMS_KEY or a password.',
    );
  const origin = config.publicUrl?.replace(/\/$/, '') ?? '';
  return `${origin}${RECEIPTS_PATH}/${token}`;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Records the receipts in a call of the gateway: `input` is the parsed body, or the query. What cannot be read is ignored.
 * Returns how many receipts were read.
 * @throws AppError notFound for a wrong token, or without a gateway that calls; unavailable if they cannot be recorded:
 *   the gateway calls again.
 */
export async function takeHttpReceipts(
  app: App,
  token: string,
  input: unknown,
): Promise<{ receipts: number }> {
  const own = receiptsToken(app.config);
  // Texts of any length are compared in the same time.
  if (own === undefined || !timingSafeEqual(digest(token), digest(own)))
    throw new AppError('notFound', 'receipts.token', 'There is nothing at this address.');
  refuseInMaintenance(app);
  const receipts = (await app.ports.sms.readReceipts?.(input)) ?? [];
  const ctx = createContext(app, { kind: 'system', job: 'messages' });
  await recordReceipts(ctx, app.ports.sms.kind, receipts);
  return { receipts: receipts.length };
}
