import { lightClient } from '../client/light-call.ts';

/** Calls an operation of this page. */
export const call = lightClient({
  getWifiOffer: { method: 'GET', path: '/api/wifi/offer' },
  buyWifi: { method: 'POST', path: '/api/wifi/purchases' },
  checkPurchase: { method: 'POST', path: '/api/wifi/purchases/status' },
  findOwnBill: { method: 'POST', path: '/api/wifi/bill' },
  payOwnBill: { method: 'POST', path: '/api/wifi/bill/payments' },
  endOwnSession: { method: 'POST', path: '/api/wifi/purchases/end' },
  redeemVoucher: { method: 'POST', path: '/api/vouchers/redeem' },
});
