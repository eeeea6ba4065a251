import type { AccessState, AccountKind } from '@nimule/core/access/schema';
import type { CodeEnd } from '@nimule/core/access/schema-codes';
import type { RouterKind } from '@nimule/core/access/schema-routers';
import type {
  OpenSession,
  RefusalReason,
  SessionSums,
  UnusableReason,
} from '@nimule/core/access/schema-sessions';
import { numberText } from '../../ui/counted.ts';

export const accountKindLabels: Readonly<Record<AccountKind, string>> = {
  pppoe: 'PPPoE',
  hotspot: 'Hotspot',
  mac: 'Device by its MAC address',
};

export const routerKindLabels: Readonly<Record<RouterKind, string>> = {
  mikrotik: 'MikroTik',
  generic: 'Other router',
};

/** What a sign-in gets. */
export const stateLabels: Readonly<Record<AccessState, string>> = {
  on: 'On',
  garden: 'Payment page only',
  off: 'Refused',
};

const reasonLabels: Readonly<Record<OpenSession['reason'], string>> = {
  '': '',
  suspended: 'suspended',
  inactive: 'customer is Inactive',
  blocked: 'blocked',
  void: 'voucher was taken back',
  ended: 'time is over',
};

export const refusalLabels: Readonly<Record<RefusalReason, string>> = {
  unknown: 'Unknown name',
  password: 'Wrong password',
  suspended: 'Suspended',
  inactive: 'Inactive',
  blocked: 'Blocked',
  tooMany: 'Too many sessions',
  otherDevice: 'Bound to another device',
  throttled: 'Too many tries',
  void: 'Code was taken back',
  ended: 'Time of the code is over',
  usedUp: 'Data of the code are used up',
};

/** What has ended a code. */
export const codeEndLabels: Readonly<Record<CodeEnd, string>> = {
  void: 'Taken back',
  person: 'Ended by a person',
  time: 'Time is over',
  data: 'Data are used up',
  lapsed: 'Not used in time',
};

/** Why a report of a router could not be stored. */
export const unusableLabels: Readonly<Record<UnusableReason, string>> = {
  router: 'Unknown router',
  time: 'No usable length or delay',
  status: 'Unknown kind of report',
  session: 'No session id',
  account: 'No account of this name',
  counters: 'No usable counters',
  text: 'Bytes that are no text',
};

/** 'On', 'Payment page only: suspended', 'Refused: blocked'. */
export function stateText({ access, reason }: Pick<OpenSession, 'access' | 'reason'>): string {
  return reason === '' ? stateLabels[access] : `${stateLabels[access]}: ${reasonLabels[reason]}`;
}

interface SessionState {
  /** For `StatusTag`. */
  status: 'active' | 'review' | 'pending';
  label: string;
}

/**
 * An open session against what has been decided; `isApplied` is false with 'observe only' and while everybody is let on, where
 * it goes on whatever is decided.
 */
export function sessionState(
  { access, reason, isAsDecided }: Pick<OpenSession, 'access' | 'reason' | 'isAsDecided'>,
  isApplied: boolean,
): SessionState {
  if (!isAsDecided) return { status: 'pending', label: 'Waiting for the router' };
  if (access === 'on') return { status: 'active', label: 'As decided' };
  if (!isApplied)
    return {
      status: 'review',
      label: reason === 'suspended' ? 'Would be suspended' : `Would be refused: ${reason}`,
    };
  return access === 'garden'
    ? { status: 'active', label: 'As decided: payment page' }
    : { status: 'pending', label: 'Waiting for the next comparison' };
}

/** '1,202 as decided; 2 waiting for router Bor, 1 for router Wau'. */
export function waitingText({ sessions, asDecided, routers }: SessionSums): string {
  if (sessions === 0) return 'nobody is online';
  const waiting = routers
    .filter((router) => router.waiting > 0)
    .map(({ name, waiting: count }, at) =>
      at === 0
        ? `${numberText(count)} waiting for router ${name}`
        : `${numberText(count)} for router ${name}`,
    );
  if (waiting.length === 0) return 'all as decided';
  return `${numberText(asDecided)} as decided; ${waiting.join(', ')}`;
}

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const THOUSAND = 1000;

function scaled(number: number, units: readonly string[], base = THOUSAND): string {
  let value = number;
  let at = 0;
  while (value >= base && at < units.length - 1) {
    value /= base;
    at += 1;
  }
  return `${tenths.format(at === 0 ? Math.round(value) : value)} ${units[at]}`;
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

/** '1.2 GB', as data plans are sold: 1 GB is 10^9 bytes. */
export function bytesText(bytes: number): string {
  return scaled(bytes, byteUnits);
}

const CODE_STEP = 1024;

/** '1.2 GB' of a code: of vouchers and WiFi 1 GB is 1,024 MB. */
export function codeBytesText(bytes: number): string {
  return scaled(bytes, byteUnits, CODE_STEP);
}

/** '20 Mbps', '512 kbps'; a dash where the package names no speed. */
export function speedText(kbps: number | null): string {
  return kbps === null ? '–' : scaled(kbps, ['kbps', 'Mbps', 'Gbps']);
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** '45 s', '12 min', '3 h 05 min', '2 d 4 h'. */
export function lengthText(seconds: number): string {
  if (seconds < MINUTE) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / MINUTE);
  if (seconds < HOUR) return `${minutes} min`;
  const hours = Math.floor(seconds / HOUR);
  if (seconds < DAY) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${Math.floor(seconds / DAY)} d ${hours % 24} h`;
}

/** Terminate causes of RFC 2866, section 5.10, and the words of the core. */
const causes: Readonly<Record<string, string>> = {
  'User-Request': 'the device signed out',
  'Lost-Carrier': 'the line was lost',
  'Lost-Service': 'the service was lost',
  'Idle-Timeout': 'nothing was used for a while',
  'Session-Timeout': 'its time was used up',
  'Admin-Reset': 'ended by us',
  'Admin-Reboot': 'the router was restarted',
  'NAS-Reboot': 'the router was restarted',
  'NAS-Error': 'an error of the router',
  'NAS-Request': 'ended by the router',
  'Port-Error': 'an error of the port',
  silent: 'no report for 15 minutes',
  replaced: 'the same device signed in again',
  'router restarted': 'the router was restarted',
  'unknown to router': 'the router does not know it',
};

/** Why a session ended, in words; a cause that is not known as the router sent it. */
export function causeText(cause: string): string {
  return cause === '' ? 'no cause was told' : (causes[cause] ?? cause);
}
