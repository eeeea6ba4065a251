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
