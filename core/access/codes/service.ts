import { createHmac } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { CodeReason, CodeSource } from '../schema-codes.ts';
import * as queries from './queries.ts';

const KBPS_OF_MBPS = 1000;
/** As vouchers and WiFi packages count data: 1 GB is 1,024 MB. */
const BYTES_OF_MB = 1024 * 1024;

/**
 * The key with which FreeRADIUS computes the hash of a code, 64 hexadecimal digits: of the installation's key, so that neither
 * it nor the codes are in the database.
 */
export function codeKey({ ports }: Pick<Ctx, 'ports'>): string {
  return ports.secrets.hash('key', 'radius codes').toString('hex');
}

/** A code that opens a hotspot. */
export interface NewCode {
  /** The voucher or the WiFi session. */
  sourceId: number;
  /** As lists show it: VB-2026-000001/3. */
  label: string;
  /** In capitals, without hyphens. */
  code: string;
  /** Null: `validSeconds` after the first sign-in, which is on `lapsesOn` at the latest. */
  endsAt: Date | null;
  validSeconds: number | null;
  lapsesOn: IsoDate | null;
  /** Upload and download together; 0 is no limit. */
  dataMB: number;
  speedMbps: number | null;
  /** Whether it stays with the first device; else it may move, one session at a time. */
  isOneDevice: boolean;
}

/**
 * Lets codes sign in at hotspots, in the transaction of their sale. Records that have an account already are passed over.
 * Answers how many were new. Source: decision 132.
 */
export async function openCodes(
  tx: Ctx,
  source: CodeSource,
  codes: readonly NewCode[],
): Promise<number> {
  const key = codeKey(tx);
  const stored = codes.map(({ code, label, dataMB, speedMbps, ...rest }) => ({
    ...rest,
    label: label.toLowerCase(),
    hash: `\\x${createHmac('sha1', key).update(code).digest('hex')}`,
    dataBytes: dataMB === 0 ? null : dataMB * BYTES_OF_MB,
    kbps: speedMbps === null ? null : speedMbps * KBPS_OF_MBPS,
  }));
  return queries.insertCodes(tx.db, source, stored, tx.now);
}

/** Those of the records that have no account yet, by their ids. */
export function withoutAccount(
  ctx: Ctx,
  source: CodeSource,
  ids: readonly number[],
): Promise<number[]> {
  return queries.findWithout(ctx.db, source, ids);
}

/** Closes codes: their sessions are ended within seconds, and no sign-in succeeds. Those that are closed stay as they are. */
export async function closeCodes(
  tx: Ctx,
  { source, ids, reason }: { source: CodeSource; ids: readonly number[]; reason: CodeReason },
): Promise<void> {
  if (ids.length > 0) await queries.closeCodes(tx.db, source, ids, { reason, at: tx.now });
}

/**
 * When the time of a code begins that is redeemed now: now, or at the first sign-in, if there was one that nobody has taken over
 * yet. No sign-in starts it until the transaction has ended; `setCodeEnd` follows.
 */
export async function beginCode(tx: Ctx, source: CodeSource, id: number): Promise<Date> {
  await queries.lockCodes(tx.db, source, [id]);
  const [signIn] = await queries.takeFirstSignIns(tx.db, source, [id]);
  return signIn?.at ?? tx.now;
}

/** Sets the end of a code whose time has begun. */
export function setCodeEnd(tx: Ctx, source: CodeSource, id: number, endsAt: Date): Promise<void> {
  return queries.setCodeEnd(tx.db, source, id, endsAt);
}

/** Records whose first sign-in waits to be taken over, by account after `after`, at most `limit`. */
export function findFirstSignIns(
  ctx: Ctx,
  source: CodeSource,
  range: { after: number; limit: number },
): Promise<queries.FirstSignIn[]> {
  return queries.findFirstSignIns(ctx.db, source, range);
}

/**
 * Those of the records whose first sign-in waits to be taken over. No sign-in starts the time of the others until the transaction
 * has ended.
 */
export async function waitingSignIns(
  tx: Ctx,
  source: CodeSource,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  await queries.lockCodes(tx.db, source, ids);
  return new Set(await queries.findWaiting(tx.db, source, ids));
}

/**
 * Takes first sign-ins over, once: record → when. The caller has locked the records, so that of several processes one gets each.
 */
export async function takeFirstSignIns(
  tx: Ctx,
  source: CodeSource,
  ids: readonly number[],
): Promise<Map<number, Date>> {
  const taken = await queries.takeFirstSignIns(tx.db, source, ids);
  return new Map(taken.map(({ id, at }) => [id, at]));
}
