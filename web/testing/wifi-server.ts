import { vi } from 'vitest';

export const HOUR = 3_600_000;
export const offer = {
  companyName: 'Nimule Networks',
  packages: [
    {
      id: 'quick',
      name: 'Quick Browse',
      duration: '1 hour',
      data: '500 MB',
      speed: '5 Mbps',
      priceUSD: 0.5,
      priceSSP: 200,
      popular: false,
      description: '',
    },
    {
      id: 'half-day',
      name: 'Half Day',
      duration: '6 hours',
      data: '2 GB',
      speed: '10 Mbps',
      priceUSD: 2,
      priceSSP: 800,
      popular: true,
      description: '',
    },
  ],
  providers: [
    { id: 'mtn_momo', name: 'MTN MoMo', dialCode: '*165#', isAvailable: true },
    { id: 'm_gurush', name: 'm-GURUSH', dialCode: '*185#', isAvailable: true },
    { id: 'nilepay', name: 'NilePay', dialCode: '*844#', isAvailable: false },
  ],
  isSimulated: true,
  takesPayments: true,
  loginAddresses: ['10.5.50.1'],
};
export const sessionUntil = (expiry: number) => ({
  sessionId: 'WF-2026-000001',
  packageId: 'quick',
  packageName: 'Quick Browse',
  duration: '1 hour',
  dataLimit: '500 MB',
  speedLimit: '5 Mbps',
  amountPaid: 'SSP 200',
  paymentMethod: 'MTN MoMo',
  phoneNumber: '+211921234567',
  startTime: new Date(expiry - HOUR).toISOString(),
  expiryTime: new Date(expiry).toISOString(),
  hotspotId: '',
  status: 'active' as string,
  accessCode: 'ABCD-EFGH-JKMN',
});
export const purchase = (status: string, more: object = {}) => ({
  status,
  message: '',
  packageId: 'quick',
  phone: '+211921234567',
  provider: 'mtn_momo',
  isSimulated: true,
  session: null,
  receiptNumber: '',
  ...more,
});

export type Reply = { status?: number; body: object } | 'lost';

interface Sent {
  path: string;
  body: Record<string, unknown>;
}

/**
 * Replaces `fetch` by a server of the WiFi page. `replies` is what it answers, by path; a function is asked each time.
 */
export function startWifiServer() {
  const sent: Sent[] = [];
  const replies: Record<string, Reply | (() => Reply)> = { '/api/wifi/offer': { body: offer } };
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    sent.push({ path, body: JSON.parse(body ?? '{}') });
    const given = replies[path] ?? {
      status: 404,
      body: { code: 'x.notFound', message: 'Unknown.' },
    };
    const reply = typeof given === 'function' ? given() : given;
    if (reply === 'lost') throw new TypeError('Failed to fetch');
    return Response.json(reply.body, { status: reply.status ?? 200 });
  });
  return { replies, sentTo: (path: string) => sent.filter((one) => one.path === path) };
}
