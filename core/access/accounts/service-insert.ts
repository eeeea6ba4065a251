import type { Ctx } from '../../context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { markStale } from '../decisions/queries.ts';
import { decide } from '../decisions/service.ts';
import { accountName, assertPassword, makePassword, passwordPurpose } from '../rules.ts';
import { ntHash } from '../rules-nt-hash.ts';
import type { AccountInput } from '../schema.ts';
import * as queries from './queries.ts';
import { accounts } from './queries.ts';
import { assertAddress } from './rules-record.ts';

/** A password as it is stored: encrypted, and the hash that MS-CHAP compares. */
export function storedPassword(ctx: Ctx, id: number, password: string): queries.StoredPassword {
  return {
    encrypted: ctx.ports.secrets.encrypt(password, passwordPurpose(id)),
    ntHash: `\\x${Buffer.from(ntHash(password)).toString('hex')}`,
  };
}

function newAccount(tx: Ctx, id: number, input: AccountInput) {
  const { customerId, kind, fixedIp = '', pool = '', sessionsAtOnce = 1, notes = '' } = input;
  const username = accountName(kind, input.username);
  assertAddress(fixedIp, pool);
  if (kind === 'mac' && input.password !== undefined)
    invalidField('password', 'A device signs in by its address, without a password.');
  const password = input.password ?? makePassword((below) => tx.random.integer(below));
  assertPassword(password);
  const secret = kind === 'mac' ? undefined : storedPassword(tx, id, password);
  return {
    ...{ id, customerId, kind, username, fixedIp, pool, sessionsAtOnce, notes, secret },
    ...{ isBlocked: false, access: 'on' as const, reason: '' as const },
    ...{ decidedAt: tx.now, createdAt: tx.now },
  };
}

/**
 * Adds accounts of customers that exist, in a constant number of statements and in the caller's transaction, and answers
 * their ids. What each gets is decided at once. The caller writes the audit lines.
 * @throws AppError invalid; conflict for a user name or address that is taken.
 */
export async function insertAccounts(tx: Ctx, inputs: readonly AccountInput[]): Promise<number[]> {
  if (inputs.length === 0) return [];
  const ids = await queries.takeIds(tx.db, inputs.length);
  const rows = inputs.map((input, place) => newAccount(tx, ids[place]!, input));
  await accounts.insertMany(tx.db, rows, {
    updated_at: ['timestamptz', () => tx.now],
    password_encrypted: ['text', ({ secret }) => secret?.encrypted ?? null],
    nt_hash: ['bytea', ({ secret }) => secret?.ntHash ?? null],
  });
  await decide(tx, ids);
  // The customers are not locked: whoever changes one at this moment does not see the account yet.
  await markStale(tx.db, tx.now, { accountIds: ids });
  return ids;
}
