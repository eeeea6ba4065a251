/** What the address of the page says: where the visitor is, and the code of a voucher, such as of a QR code. */
export interface Visitor {
  hotspotId: string;
  code: string;
  /** The sign-in page of the hotspot's router, as the router names it, or ''. */
  login: string;
}

const MAX_HOTSPOT = 64;

/** Before scripts run. */
export const UNKNOWN_VISITOR: Visitor = { hotspotId: '', code: '', login: '' };

export function visitorOf(search: string): Visitor {
  const query = new URLSearchParams(search);
  return {
    hotspotId: (query.get('hotspot') ?? '').slice(0, MAX_HOTSPOT),
    code: query.get('code') ?? '',
    login: query.get('link-login-only') ?? '',
  };
}

/**
 * The address that signs this device in at its router with a code; undefined unless the host is that of a router of ours: the
 * address of this page may come from anybody.
 */
export function signInAddress(
  login: string,
  known: readonly string[],
  code: string,
): string | undefined {
  if (!URL.canParse(login)) return undefined;
  const url = new URL(login);
  if (!['http:', 'https:'].includes(url.protocol) || !known.includes(url.hostname))
    return undefined;
  const target = new URL(url.pathname, url.origin);
  target.searchParams.set('username', code);
  target.searchParams.set('password', code);
  return target.href;
}
