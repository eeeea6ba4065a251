import { invalidField } from '../../kernel/errors.ts';
import type { AccessAccount } from '../schema.ts';

/** An account as it is stored; the encrypted password and its hash are read by their own queries alone. */
export interface AccountRecord
  extends Omit<
    AccessAccount,
    'customerNumber' | 'customerName' | 'sessions' | 'uploadBytes' | 'downloadBytes' | 'isReduced'
  > {
  fairUseBytes: number | null;
  reducedDownloadKbps: number | null;
  reducedUploadKbps: number | null;
  decision: number;
  decidedAt: Date;
}

/** A listed row: the record with what belongs to it. */
export type ListedAccount = AccountRecord &
  Pick<
    AccessAccount,
    'customerNumber' | 'customerName' | 'sessions' | 'uploadBytes' | 'downloadBytes'
  >;

/** An account as the contract answers it. */
export function toAccount({
  fairUseBytes,
  reducedDownloadKbps: _down,
  reducedUploadKbps: _up,
  decision: _decision,
  decidedAt: _at,
  ...row
}: ListedAccount): AccessAccount {
  const isReduced = fairUseBytes !== null && row.uploadBytes + row.downloadBytes >= fairUseBytes;
  return { ...row, isReduced };
}

/** A fixed address is IPv4, and excludes a pool. @throws AppError invalid. */
export function assertAddress(fixedIp: string, pool: string): void {
  if (fixedIp.includes(':')) invalidField('fixedIp', 'Enter an IPv4 address.');
  if (fixedIp !== '' && pool !== '')
    invalidField('pool', 'A fixed address and a pool exclude each other.');
  if (!/^[A-Za-z0-9._-]{0,60}$/.test(pool))
    invalidField('pool', 'The pool has letters a to z, digits, dots, hyphens and underscores.');
}
