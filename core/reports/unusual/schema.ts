/** Pages that a finding leads to, by their names in the portal. */
export const unusualPages = ['users', 'billing'] as const;

export interface UnusualLink {
  to: (typeof unusualPages)[number];
  query: Record<string, string>;
}

export const unusualRules = [
  'newDevice',
  'refusals',
  'spreadRefusals',
  'lateReversal',
  'firstGrant',
  'rateChange',
  'shortCount',
  'wholeExport',
  'nightWork',
] as const;
export type UnusualRule = (typeof unusualRules)[number];

/** Something unusual that happened. */
export interface Unusual {
  rule: UnusualRule;
  at: Date;
  who: string;
  /** A whole sentence with who and what. */
  text: string;
  link: UnusualLink;
}
