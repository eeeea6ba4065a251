/** What is sold with a code that opens a hotspot: a voucher or a WiFi session. */
export type CodeSource = 'voucher' | 'wifi';

/** Why a code was closed. */
export const codeReasons = ['void', 'ended'] as const;
export type CodeReason = (typeof codeReasons)[number];
