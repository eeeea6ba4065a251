import { type Cents, cents, formatSsp, formatUsd, usdToSsp } from '../kernel/money.ts';
import type { VisitorSession, WifiPackage, WifiPackageId, WifiSession } from './schema.ts';

/** Numbers WF-2026-000001 by the day of sale (decision 7). */
export const WIFI_SALES = { counter: 'wifi', prefix: 'WF' } as const;

/** What a package gives. */
export interface PackageTerms {
  id: WifiPackageId;
  name: string;
  durationMinutes: number;
  dataMB: number;
  speedMbps: number;
  priceUsd: Cents;
  popular: boolean;
  description: string;
}

/** seeds/002 9; Student Special runs its 12 hours (decision 25). */
const packages: readonly PackageTerms[] = [
  {
    id: 'quick',
    name: 'Quick Browse',
    durationMinutes: 60,
    dataMB: 500,
    speedMbps: 5,
    priceUsd: cents(50),
    popular: false,
    description: 'Messages and mail for an hour',
  },
  {
    id: 'half-day',
    name: 'Half Day',
    durationMinutes: 6 * 60,
    dataMB: 2 * 1024,
    speedMbps: 10,
    priceUsd: cents(200),
    popular: true,
    description: 'Work and video calls for a morning or an afternoon',
  },
  {
    id: 'full-day',
    name: 'Full Day',
    durationMinutes: 24 * 60,
    dataMB: 5 * 1024,
    speedMbps: 15,
    priceUsd: cents(400),
    popular: false,
    description: 'Online for a day and a night',
  },
  {
    id: 'weekly',
    name: 'Weekly Pass',
    durationMinutes: 7 * 24 * 60,
    dataMB: 20 * 1024,
    speedMbps: 20,
    priceUsd: cents(1500),
    popular: false,
    description: 'A week at our highest speed',
  },
  {
    id: 'student',
    name: 'Student Special',
    durationMinutes: 12 * 60,
    dataMB: 3 * 1024,
    speedMbps: 8,
    priceUsd: cents(150),
    popular: false,
    description: 'A long day of study at a low price',
  },
];

/** The package of this id; undefined for one that is not sold. */
export function packageOf(id: string): PackageTerms | undefined {
  return packages.find((one) => one.id === id);
}

/** '1 hour', '24 hours', '7 days': whole days from two on. */
function durationText(minutes: number): string {
  const days = minutes / (24 * 60);
  if (Number.isInteger(days) && days > 1) return `${days} days`;
  const hours = minutes / 60;
  if (Number.isInteger(hours)) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${minutes} minutes`;
}

/** '500 MB', '2 GB'. */
function dataText(megabytes: number): string {
  const gigabytes = megabytes / 1024;
  return Number.isInteger(gigabytes) ? `${gigabytes} GB` : `${megabytes} MB`;
}

function speedText(mbps: number): string {
  return `${mbps} Mbps`;
}

/** The packages with their prices at the standard rate of the day (SSP cents for one US dollar). */
export function packagesAt(rate: Cents): WifiPackage[] {
  return packages.map((one) => ({
    id: one.id,
    name: one.name,
    duration: durationText(one.durationMinutes),
    data: dataText(one.dataMB),
    speed: speedText(one.speedMbps),
    priceUSD: one.priceUsd,
    priceSSP: usdToSsp(one.priceUsd, rate),
    popular: one.popular,
    description: one.description,
  }));
}

/** A sale as it is stored, with what is read of its payment request. */
export interface StoredSession
  extends Omit<WifiSession, 'amountUsd' | 'amountSsp' | 'status' | 'isSimulated' | 'isRefunded'> {
  moneyAccount: string;
  /** In the currency of the sale. */
  amount: Cents;
  usd: Cents;
  exchangeRate: Cents;
}
export interface ReadSession extends StoredSession {
  isSimulated: boolean;
  isRefunded: boolean;
}

type Times = Pick<StoredSession, 'endedAt' | 'expiryTime'>;

/** A session is active while its expiry is in the future (seeds/002 4) and nobody has ended it. */
export function statusOf({ endedAt, expiryTime }: Times, now: Date): WifiSession['status'] {
  if (endedAt) return 'ended';
  return expiryTime > now ? 'active' : 'expired';
}

/** The session as staff see it. Pounds are zero for a sale in US dollars. */
export function sessionOf(read: ReadSession, now: Date): WifiSession {
  const { moneyAccount: _account, amount, usd, exchangeRate: _rate, ...session } = read;
  return {
    ...session,
    amountUsd: usd,
    amountSsp: read.currency === 'SSP' ? amount : cents(0),
    status: statusOf(read, now),
  };
}

/** The session as the visitor's browser keeps it (seeds/002 3). */
export function visitorView(session: StoredSession, accessCode: string, now: Date): VisitorSession {
  const { amount, currency } = session;
  return {
    sessionId: session.saleNumber,
    packageId: session.packageId,
    packageName: session.packageName,
    duration: durationText(session.durationMinutes),
    dataLimit: dataText(session.dataMB),
    speedLimit: speedText(session.speedMbps),
    amountPaid: currency === 'SSP' ? formatSsp(amount) : formatUsd(amount),
    paymentMethod: session.provider,
    phoneNumber: session.phoneNumber,
    startTime: session.startTime,
    expiryTime: session.expiryTime,
    hotspotId: session.hotspotId,
    status: statusOf(session, now),
    accessCode,
  };
}
