/** What the address of the page says: where the visitor is, and the code of a voucher, such as of a QR code. */
export interface Visitor {
  hotspotId: string;
  code: string;
}

const MAX_HOTSPOT = 64;

/** Before scripts run. */
export const UNKNOWN_VISITOR: Visitor = { hotspotId: '', code: '' };

export function visitorOf(search: string): Visitor {
  const query = new URLSearchParams(search);
  return {
    hotspotId: (query.get('hotspot') ?? '').slice(0, MAX_HOTSPOT),
    code: query.get('code') ?? '',
  };
}
