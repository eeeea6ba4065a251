import { CODE_ALPHABET } from '../../kernel/codes.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { AccessSettings } from '../schema.ts';

const SECRET_LENGTH = 32;

/** A secret that a router and FreeRADIUS share; `integer` as of the random port. */
export function makeSecret(integer: (below: number) => number): string {
  const one = () => CODE_ALPHABET[integer(CODE_ALPHABET.length)]!;
  return Array.from({ length: SECRET_LENGTH }, one).join('');
}

/** A router needs the address from which its packets come. @throws AppError invalid. */
export function assertAddress(address: string): void {
  if (address === '') invalidField('address', 'Enter the address from which the router sends.');
}

export interface ScriptFacts {
  name: string;
  coaPort: number;
  /** The address of FreeRADIUS, as the router reaches it. */
  server: string;
  secret: string;
  settings: Pick<AccessSettings, 'gardenList' | 'interimSeconds'>;
  /** Host names that the garden opens: ours, and the payment provider's. */
  openHosts: readonly string[];
  /** The page that says why, and takes money. */
  page: string;
}

/** A text in the quotes of RouterOS. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"$?]/g, '\\$&').replace(/[\r\n]/g, ' ')}"`;
}

/** Telephones ask for a page without https to see whether they are online: the router sends that to ours. */
function redirect({ openHosts: [host] }: ScriptFacts, list: string): string[] {
  if (host === undefined) return [];
  return [
    '# To find the page, telephones ask for one without https, which comes to ours.',
    `/ip firewall nat add chain=dstnat src-address-list=${list} dst-address-list=!nimule-open protocol=tcp dst-port=80 action=dst-nat to-addresses=[:resolve ${quoted(host)}] to-ports=80 comment="Nimule garden"`,
  ];
}

const minutes = (seconds: number) => `${Math.floor(seconds / 60)}m${seconds % 60}s`;

/**
 * What a person pastes into the terminal of a MikroTik: RADIUS for PPPoE and hotspot with a timeout of 3 s (300 ms by default),
 * orders accepted (not by default), reports, sign-in by PAP and MS-CHAPv2 alone (decision 131: CHAP would need the password in
 * plain text), and the garden: whoever is on its list reaches our page, DNS and the open hosts.
 */
export function mikrotikScript(facts: ScriptFacts): string {
  const { server, secret, coaPort, settings, openHosts, page } = facts;
  const list = quoted(settings.gardenList);
  return `${[
    `# ${facts.name.replace(/[\r\n]/g, ' ')}`,
    '# Lines of an earlier script are taken away.',
    '/radius remove [find comment="Nimule"]',
    '/ip firewall filter remove [find comment="Nimule garden"]',
    '/ip firewall nat remove [find comment="Nimule garden"]',
    '/ip firewall address-list remove [find list=nimule-open]',
    '/ip hotspot walled-garden remove [find comment="Nimule garden"]',
    `/radius add service=ppp,hotspot address=${server} secret=${quoted(secret)} timeout=3s comment="Nimule"`,
    `/radius incoming set accept=yes port=${coaPort}`,
    `/ppp aaa set use-radius=yes accounting=yes interim-update=${minutes(settings.interimSeconds)}`,
    '/interface pppoe-server server set [find] authentication=mschap2,pap',
    `/ip hotspot profile set [find] use-radius=yes radius-accounting=yes radius-interim-update=${minutes(settings.interimSeconds)} login-by=http-pap,mac-cookie`,
    '# Whoever is suspended reaches these alone, and the DNS of this router. Move the rules above those that accept',
    '# established connections.',
    ...openHosts.map((host) => `/ip firewall address-list add list=nimule-open address=${host}`),
    ...openHosts.map(
      (host) =>
        `/ip hotspot walled-garden add dst-host=${host} action=allow comment="Nimule garden"`,
    ),
    ...redirect(facts, list),
    `/ip firewall filter add chain=forward src-address-list=${list} dst-address-list=nimule-open action=accept comment="Nimule garden"`,
    `/ip firewall filter add chain=forward src-address-list=${list} protocol=tcp dst-port=80,443 action=reject reject-with=tcp-reset comment="Nimule garden"`,
    `/ip firewall filter add chain=forward src-address-list=${list} action=drop comment="Nimule garden"`,
    `# The page of those in the garden: ${page}`,
  ].join('\n')}\n`;
}
