import type { Ctx } from '../../context.ts';
import { codesForMessage } from '../../vouchers/sales/service-messages.ts';
import { HIDDEN, type SecretText } from '../sending/service-texts.ts';
import { codesText, leftOutText } from './rules.ts';

/**
 * The codes of a message that is being sent, without those that are no longer unused.
 * @throws AppError rule where none is left.
 */
export async function voucherCodes(ctx: Ctx, ids: readonly number[]): Promise<SecretText> {
  const { codes, leftOut } = await codesForMessage(ctx, ids);
  return {
    text: codesText(codes),
    shown: codesText(codes.map(() => HIDDEN)),
    note: leftOutText(leftOut),
  };
}
