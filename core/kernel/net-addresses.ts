import { z } from 'zod';
import { valueText } from './text.ts';

/** The octets of an IPv4 address in dotted decimal; a leading zero is refused, since some programs read it as octal. */
function ipv4Octets(text: string): number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part)))
    return undefined;
  const octets = parts.map(Number);
  return octets.every((octet) => octet <= 255) ? octets : undefined;
}

/** The 16-bit groups of one side of `::`; an IPv4 address at the end is two groups. */
function groupsOf(text: string, mayEndInIpv4: boolean): number[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const groups: number[] = [];
  for (const [place, part] of parts.entries()) {
    if (mayEndInIpv4 && place === parts.length - 1 && part.includes('.')) {
      const octets = ipv4Octets(part);
      if (!octets) return undefined;
      groups.push(octets[0]! * 256 + octets[1]!, octets[2]! * 256 + octets[3]!);
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

const IPV6_GROUPS = 8;

function ipv6Groups(text: string): number[] | undefined {
  const [head = '', tail, more] = text.split('::', 3);
  if (more !== undefined) return undefined;
  if (tail === undefined) {
    const groups = groupsOf(head, true);
    return groups?.length === IPV6_GROUPS ? groups : undefined;
  }
  const before = groupsOf(head, false);
  const after = groupsOf(tail, true);
  if (!before || !after) return undefined;
  const missing = IPV6_GROUPS - before.length - after.length;
  return missing >= 1 ? [...before, ...Array<number>(missing).fill(0), ...after] : undefined;
}

/** The first longest run of at least two zero groups. */
function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 1 };
  let start = 0;
  for (let end = 0; end <= groups.length; end += 1) {
    if (end < groups.length && groups[end] === 0) continue;
    if (end - start > best.length) best = { start, length: end - start };
    start = end + 1;
  }
  return best;
}

function isMappedIpv4(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

function ipv6Text(groups: readonly number[]): string {
  if (isMappedIpv4(groups)) {
    const octets = groups.slice(6).flatMap((group) => [group >> 8, group & 255]);
    return `::ffff:${octets.join('.')}`;
  }
  const hex = groups.map((group) => group.toString(16));
  const { start, length } = longestZeros(groups);
  if (length < 2) return hex.join(':');
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`;
}

/** The maximum length of an IPv6 address as text, with an IPv4 address at its end. */
const MAX_IP_LENGTH = 45;

/**
 * The canonical text of an IPv4 address, or of an IPv6 address by RFC 5952: lower case, no leading zeros, the first longest
 * run of zero groups as `::`, and a mapped IPv4 address in dotted decimal. Undefined for anything else, also for an
 * address with a zone or a prefix length.
 */
export function canonicalIp(input: string): string | undefined {
  const text = valueText(input);
  if (text === undefined || text.length > MAX_IP_LENGTH) return undefined;
  if (!text.includes(':')) return ipv4Octets(text)?.join('.');
  const groups = ipv6Groups(text);
  return groups && ipv6Text(groups);
}

const MAC_FORMS = [
  /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i,
  /^[0-9a-f]{2}(?:-[0-9a-f]{2}){5}$/i,
  /^[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}$/i,
  /^[0-9a-f]{12}$/i,
];
const MAX_MAC_LENGTH = 17;

/**
 * A MAC address as AA:BB:CC:DD:EE:FF, read from the forms with colons, hyphens or dots, or with no separator. Undefined for
 * anything else.
 */
export function canonicalMac(input: string): string | undefined {
  const text = valueText(input);
  if (text === undefined || text.length > MAX_MAC_LENGTH) return undefined;
  if (!MAC_FORMS.some((form) => form.test(text))) return undefined;
  const digits = text.replace(/[^0-9a-f]/gi, '').toUpperCase();
  return digits.match(/../g)!.join(':');
}

const MAX_HOST_LENGTH = 253;

function isHostLabel(label: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith('-') && !label.endsWith('-');
}

/**
 * An IP address in its canonical form, or a host name in lower case (RFC 1123). Undefined for anything else: a name never
 * begins with a hyphen, and its last label is not a number, so that a mistyped IPv4 address is not taken as a name.
 */
export function canonicalHost(input: string): string | undefined {
  const text = input.trim().toLowerCase();
  if (text.length > MAX_HOST_LENGTH) return undefined;
  const ip = canonicalIp(text);
  if (ip !== undefined) return ip;
  const labels = text.split('.');
  const last = labels.at(-1)!;
  return labels.every(isHostLabel) && !/^\d+$/.test(last) ? text : undefined;
}

function address(read: (text: string) => string | undefined, message: string) {
  return z.codec(z.string(), z.string(), {
    decode: (input, payload) => {
      if (input.length <= MAX_HOST_LENGTH && input.trim() === '') return '';
      const value = read(input);
      if (value !== undefined) return value;
      payload.issues.push({ code: 'custom', message, input });
      return z.NEVER;
    },
    encode: (value) => value,
  });
}

/** An IPv4 or IPv6 address, stored in its canonical form; it may be empty. */
export const ipAddress = address(
  canonicalIp,
  'Enter an IP address such as 10.20.30.40 or 2001:db8::1.',
);

/** A MAC address, stored as AA:BB:CC:DD:EE:FF; it may be empty. */
export const macAddress = address(
  canonicalMac,
  'Enter a MAC address such as AA:BB:CC:DD:EE:FF, with 12 digits from 0 to 9 and A to F.',
);

/** An IP address or a host name; it may be empty. */
export const hostAddress = address(
  canonicalHost,
  'Enter an IP address such as 10.20.30.40, or a host name such as tower1.example.net.',
);
