/** What the build makes of the guides in docs/guide (web/vite/guides). */
export type Inline =
  | string
  | { as: 'em' | 'strong' | 'code'; of: readonly Inline[] }
  /** `to` is 'clerk#take-a-payment' within the guides, or an address with a scheme. */
  | { to: string; of: readonly Inline[] };

export type Block =
  | { is: 'p'; of: readonly Inline[] }
  | { is: 'code'; text: string }
  | { is: 'image'; source: string; alt: string }
  | { is: 'ul' | 'ol'; items: readonly (readonly Block[])[] }
  | { is: 'table'; head: readonly (readonly Inline[])[]; rows: readonly (readonly Inline[])[][] };

/** A heading and what stands below it, until the next heading of any level. */
export interface Section {
  id: string;
  title: string;
  level: number;
  blocks: readonly Block[];
}

/** What the search needs of a section; `words` are its names of buttons and screens. */
export interface IndexedSection {
  id: string;
  title: string;
  level: number;
  words: readonly string[];
}
