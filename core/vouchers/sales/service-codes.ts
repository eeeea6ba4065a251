import type { Ctx } from '../../context.ts';
import { shownCode } from '../../kernel/codes.ts';
import { codePurpose } from '../rules.ts';

const PURPOSE = 'voucher';

/** What a code is found by; the code itself is stored encrypted alone. */
export function hashOfCode({ ports }: Pick<Ctx, 'ports'>, code: string): Buffer {
  return ports.secrets.hash(code, PURPOSE);
}

/** A code of a sale as it is stored. */
export function encryptCode(
  { ports }: Pick<Ctx, 'ports'>,
  code: string,
  batchNumber: string,
  lineNo: number,
): string {
  return ports.secrets.encrypt(code, codePurpose(batchNumber, lineNo));
}

interface Encrypted {
  codeEncrypted: string;
  batchNumber: string;
  lineNo: number;
}

/** The code of a voucher in capitals, without hyphens. @throws AppError unavailable where the key is another one. */
export function decryptCode(
  { ports }: Pick<Ctx, 'ports'>,
  { codeEncrypted, batchNumber, lineNo }: Encrypted,
): string {
  return ports.secrets.decrypt(codeEncrypted, codePurpose(batchNumber, lineNo));
}

/** The code of a voucher as it is shown. @throws AppError unavailable where the key is another one. */
export function readCode(ctx: Pick<Ctx, 'ports'>, voucher: Encrypted): string {
  return shownCode(decryptCode(ctx, voucher));
}
