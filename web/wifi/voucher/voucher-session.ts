import { dataText } from '../rules.ts';
import type { KeptSession, Redeemed } from '../types.ts';

/** '1 day', '7 days'. */
function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** A redeemed voucher as a session. */
export function sessionOfVoucher(code: string, redeemed: Redeemed): KeptSession {
  return {
    sessionId: '',
    packageId: 'voucher',
    packageName: redeemed.bundleName,
    duration: daysText(redeemed.validityDays),
    dataLimit: dataText(redeemed.dataAllowanceMB),
    speedLimit: redeemed.speedMbps === null ? '' : `${redeemed.speedMbps} Mbps`,
    amountPaid: '',
    paymentMethod: 'Voucher',
    phoneNumber: '',
    startTime: redeemed.activatedAt,
    expiryTime: redeemed.expiryDate,
    hotspotId: '',
    status: 'active',
    accessCode: code
      .replace(/[\s-]/g, '')
      .toUpperCase()
      .replace(/(.{4})(?=.)/g, '$1-'),
  };
}
