import { openCodes, withoutAccount } from '../../access/codes/service.ts';
import { type Ctx, transact } from '../../context.ts';
import { isAppError } from '../../kernel/errors.ts';
import { lapseProblem, secondsOf } from '../rules.ts';
import type { BatchRecord } from './queries.ts';
import * as queries from './queries-network.ts';
import { decryptCode } from './service-codes.ts';

/** A voucher whose code is to open hotspots. */
interface OpenVoucher {
  id: number;
  lineNo: number;
  /** In capitals, without hyphens. */
  code: string;
  batch: Pick<
    BatchRecord,
    'batchNumber' | 'dataAllowanceMB' | 'validityDays' | 'speedMbps' | 'lapsesOn'
  >;
  /** Null: its time begins with the first sign-in. */
  expiresAt: Date | null;
}

/** Lets vouchers sign in at hotspots, in the transaction of their sale; answers how many were new. */
export function openVouchers(tx: Ctx, vouchers: readonly OpenVoucher[]): Promise<number> {
  return openCodes(
    tx,
    'voucher',
    vouchers.map(({ id, lineNo, code, batch, expiresAt }) => ({
      sourceId: id,
      label: `${batch.batchNumber}/${lineNo}`,
      code,
      endsAt: expiresAt,
      validSeconds: secondsOf(batch.validityDays),
      lapsesOn: batch.lapsesOn,
      dataMB: batch.dataAllowanceMB,
      speedMbps: batch.speedMbps,
      isOneDevice: false,
    })),
  );
}

/** Vouchers of one transaction. */
const BATCH = 500;

/**
 * Lets vouchers sign in that were sold before hotspots asked about codes, or restored from such a backup: unused and running
 * ones. Those that another key encrypted are passed over and counted. Each batch commits by itself; a repeat finds what is left.
 */
export async function openSoldVouchers(ctx: Ctx): Promise<{ opened: number; unreadable: number }> {
  const result = { opened: 0, unreadable: 0 };
  for (let after = 0; ; ) {
    const ids = await queries.findOpen(ctx.db, { after, limit: BATCH });
    const last = ids.at(-1);
    if (last === undefined) return result;
    const missing = await withoutAccount(ctx, 'voucher', ids);
    if (missing.length > 0)
      await transact(ctx, async (tx) => {
        const vouchers = await queries.lockOpen(tx.db, missing);
        const open = vouchers.flatMap(({ codeEncrypted, status, ...voucher }) => {
          const { batch, lineNo, expiresAt } = voucher;
          const isOver = status === 'unused' ? lapseProblem(batch, tx.today) : expiresAt! <= tx.now;
          if (isOver) return [];
          const code = readable(() =>
            decryptCode(tx, { codeEncrypted, lineNo, batchNumber: batch.batchNumber }),
          );
          if (code === undefined) result.unreadable += 1;
          return code === undefined ? [] : [{ ...voucher, code }];
        });
        result.opened += await openVouchers(tx, open);
      });
    after = last;
  }
}

function readable(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (isAppError(error) && error.code === 'secret.unreadable') return undefined;
    throw error;
  }
}
