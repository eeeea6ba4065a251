import type { CustomerStatus } from '../customers/schema.ts';
import type { PackageName } from '../customers/schema-packages.ts';
import { CODE_ALPHABET } from '../kernel/codes.ts';
import { invalidField } from '../kernel/errors.ts';
import { canonicalMac } from '../kernel/net-addresses.ts';
import type {
  AccessProfile,
  AccessReason,
  AccessSettings,
  AccessState,
  AccountKind,
} from './schema.ts';

/** 'Observe only' until somebody switches it (decision 131). */
export const defaultSettings: AccessSettings = {
  enforced: false,
  everybodyUntil: null,
  suspended: 'garden',
  gardenList: 'nimule-garden',
  interimSeconds: 300,
  accountForNewCustomers: 'none',
  keepSessionsDays: 90,
};

/** Upload as fast as download, no fair use. */
export const defaultProfile = (packageType: PackageName): AccessProfile => ({
  packageType,
  uploadPercent: 100,
  fairUseGb: null,
  reducedMbps: null,
});

const KBPS_OF_MBPS = 1000;
/** As data plans are sold: 1 GB is 10^9 bytes. */
const BYTES_OF_GB = 1_000_000_000;

/** What `desiredAccess` reads of a customer, the account and the settings. */
export interface AccessFacts {
  status: CustomerStatus;
  isBlocked: boolean;
  /** Mbps; 0 is unknown (decision 48). */
  bandwidth: number;
  profile: AccessProfile;
  suspended: AccessSettings['suspended'];
}

/** What the network is to do with an account: the one answer, stored with it; speeds in kbps. */
export interface DesiredAccess {
  access: AccessState;
  reason: AccessReason;
  downloadKbps: number | null;
  uploadKbps: number | null;
  fairUseBytes: number | null;
  reducedDownloadKbps: number | null;
  reducedUploadKbps: number | null;
}

/** As the database keeps it: more than any router can do. */
const MAX_KBPS = 2_000_000_000;

const share = (kbps: number, percent: number) =>
  Math.min(MAX_KBPS, Math.max(1, Math.round((kbps * percent) / 100)));

function stateOf({ status, isBlocked, suspended }: AccessFacts): [AccessState, AccessReason] {
  if (isBlocked) return ['off', 'blocked'];
  if (status === 'Inactive') return ['off', 'inactive'];
  return status === 'Suspended' ? [suspended, 'suspended'] : ['on', ''];
}

/**
 * What an account gets: Active the speed of the package, Suspended the garden or a refusal, Inactive and blocked a refusal.
 * The speeds are there in each case, for 'observe only' and 'let everybody on'. A package without a speed has none, never 0,
 * which is unlimited to a router. A reduced speed above the usual one is the usual one. Source: decision 131.
 */
export function desiredAccess(facts: AccessFacts): DesiredAccess {
  const [access, reason] = stateOf(facts);
  const { bandwidth, profile } = facts;
  const { uploadPercent, fairUseGb, reducedMbps } = profile;
  const downloadKbps = bandwidth > 0 ? bandwidth * KBPS_OF_MBPS : null;
  const isLimited = fairUseGb !== null && reducedMbps !== null;
  const reducedDownloadKbps = isLimited
    ? Math.min(reducedMbps * KBPS_OF_MBPS, downloadKbps ?? Number.POSITIVE_INFINITY)
    : null;
  return {
    access,
    reason,
    downloadKbps,
    uploadKbps: downloadKbps && share(downloadKbps, uploadPercent),
    fairUseBytes: isLimited ? fairUseGb * BYTES_OF_GB : null,
    reducedDownloadKbps,
    reducedUploadKbps: reducedDownloadKbps && share(reducedDownloadKbps, uploadPercent),
  };
}

/** Both or none of fair use and reduced speed. @throws AppError invalid. */
export function assertProfile({
  fairUseGb,
  reducedMbps,
}: Pick<AccessProfile, 'fairUseGb' | 'reducedMbps'>): void {
  if (fairUseGb !== null && reducedMbps === null)
    invalidField('reducedMbps', 'Enter the speed after the fair use is used up.');
  if (fairUseGb === null && reducedMbps !== null)
    invalidField('fairUseGb', 'Enter the gigabytes after which the speed is reduced.');
}

const USERNAME = /^[a-z0-9._@-]{3,64}$/;

/**
 * The stored form of a user name: in lower case; of a device its address as aa:bb:cc:dd:ee:ff, from any spelling.
 * @throws AppError invalid.
 */
export function accountName(kind: AccountKind, typed: string): string {
  if (kind === 'mac') {
    const mac = canonicalMac(typed);
    return mac
      ? mac.toLowerCase()
      : invalidField('username', 'Enter a MAC address such as AA:BB:CC:DD:EE:FF.');
  }
  const name = typed.toLowerCase();
  return USERNAME.test(name)
    ? name
    : invalidField(
        'username',
        'The user name has 3 to 64 letters a to z, digits, dots, hyphens, underscores and @.',
      );
}

const PASSWORD_LENGTH = 10;

/** A new password of ten characters that are not mistaken for others; `integer` as of the random port. */
export function makePassword(integer: (below: number) => number): string {
  const one = () => CODE_ALPHABET[integer(CODE_ALPHABET.length)]!;
  return Array.from({ length: PASSWORD_LENGTH }, one).join('');
}

const PRINTABLE = /^[\x21-\x7e]{6,64}$/;

/** Six to 64 printable ASCII characters: routers differ about all others. @throws AppError invalid. */
export function assertPassword(password: string): void {
  if (!PRINTABLE.test(password))
    invalidField(
      'password',
      'The password has 6 to 64 letters, digits and signs of a plain keyboard, without blanks.',
    );
}

/** What the encrypted password of an account is encrypted for. */
export const passwordPurpose = (accountId: number) => `access.password:${accountId}`;
/** What the encrypted secret of a router is encrypted for. */
export const routerPurpose = (routerId: number) => `access.router:${routerId}`;
