import { codeUses } from '../access/codes/service-uses.ts';
import type { CodeUse } from '../access/schema-codes.ts';
import type { Ctx } from '../context.ts';
import { makeCode, shownCode } from '../kernel/codes.ts';
import { notFound } from '../kernel/errors.ts';
import { getAccess, getSessionOfIntent, hasAccessHash } from './queries.ts';

const PURPOSE = 'wifi';

/** An access code with what is stored of it. */
export interface Access {
  code: string;
  hash: Buffer;
  encrypted: string;
}

const purposeOf = (saleNumber: string): string => `wifi:${saleNumber}`;

function hashOf({ ports: { secrets } }: Ctx, code: string): Buffer {
  return secrets.hash(code, PURPOSE);
}

/** A new access code that no session has; a collision is drawn again. */
export async function makeAccess(tx: Ctx, saleNumber: string): Promise<Access> {
  for (;;) {
    const code = makeCode((below) => tx.random.integer(below));
    const hash = hashOf(tx, code);
    if (await hasAccessHash(tx.db, hash)) continue;
    return { code, hash, encrypted: tx.ports.secrets.encrypt(code, purposeOf(saleNumber)) };
  }
}

/** The access code in capitals, without hyphens. @throws AppError unavailable under another secret key. */
export function decryptAccess(
  { ports }: Pick<Ctx, 'ports'>,
  saleNumber: string,
  encrypted: string,
): string {
  return ports.secrets.decrypt(encrypted, purposeOf(saleNumber));
}

/** The access code as it is shown, XXXX-XXXX-XXXX. @throws AppError unavailable under another secret key. */
export function readAccess(ctx: Pick<Ctx, 'ports'>, saleNumber: string, encrypted: string): string {
  return shownCode(decryptAccess(ctx, saleNumber, encrypted));
}

/** The access code of a session, for the text of its receipt. @throws AppError notFound; unavailable as `readAccess`. */
export async function accessCodeOf(ctx: Ctx, sessionId: number): Promise<string> {
  const row = (await getAccess(ctx.db, sessionId)) ?? notFound('WiFi session', sessionId);
  return readAccess(ctx, row.saleNumber, row.accessEncrypted);
}

/** Where the code that was sold by a payment request was used to sign in; empty without a sale. */
export async function signInsOfIntent(ctx: Ctx, intentId: number): Promise<CodeUse[]> {
  const session = await getSessionOfIntent(ctx.db, intentId);
  return session ? codeUses(ctx, 'wifi', [session.id]) : [];
}
