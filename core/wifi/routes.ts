import { defineRoutes } from '../kernel/contract.ts';
import { idParams } from '../kernel/text.ts';
import * as s from './schema.ts';

/** What staff see of hotspot sales (decision 46: /voucher-management?view=wifi). */
export const wifiRoutes = defineRoutes({
  listWifiSessions: {
    method: 'GET',
    path: '/api/wifi/sessions',
    permission: 'voucher.read',
    summary: 'Sessions that were sold, newest first',
    query: s.wifiSessionFilter,
    list: s.wifiSession,
    shows: ['wifi'],
  },
  wifiSessionSums: {
    method: 'GET',
    path: '/api/wifi/sessions/sums',
    permission: 'voucher.read',
    summary: 'The sum line of the filtered sessions',
    query: s.wifiSessionFilter,
    response: s.wifiSessionSums,
    shows: ['wifi'],
  },
  exportWifiSessions: {
    method: 'GET',
    path: '/api/wifi/sessions/export',
    permission: 'voucher.read',
    summary: 'Sessions as a file',
    query: s.wifiSessionExport,
    file: true,
    longRunning: true,
  },
  getWifiStats: {
    method: 'GET',
    path: '/api/wifi/stats',
    permission: 'voucher.read',
    summary: 'Sales of WiFi in a range of days',
    query: s.wifiStatsFilter,
    response: s.wifiStats,
    shows: ['wifi'],
  },
  endWifiSession: {
    method: 'POST',
    path: '/api/wifi/sessions/:id/end',
    permission: 'voucher.sell',
    summary: 'End a session',
    params: idParams,
    response: s.wifiSession,
    touches: ['access', 'wifi', 'audit'],
  },
});
