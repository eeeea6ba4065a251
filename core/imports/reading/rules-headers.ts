import { headerKey } from '../../kernel/text.ts';

const MAX_LISTED = 60;

/** Names for a message; unnamed columns are left out, and of very many only the first are listed. */
export function listed(names: readonly string[]): string {
  const named = names.filter(Boolean);
  const more = named.length > MAX_LISTED ? ` and ${named.length - MAX_LISTED} more` : '';
  return `${named.slice(0, MAX_LISTED).join(', ')}${more}`;
}

/**
 * The indexes of the columns whose header is the name: exactly, else in any case, spacing and punctuation. A column without
 * a header has no name.
 */
export function headerPlaces(header: readonly string[], name: string): number[] {
  if (name === '') return [];
  const exact = header.indexOf(name);
  if (exact >= 0) return [exact];
  const key = headerKey(name);
  return header.flatMap((candidate, place) =>
    key !== '' && headerKey(candidate) === key ? [place] : [],
  );
}

/** The index of the one column with this header, or the problem in the user's words, with similar headers. */
export function findHeader(header: readonly string[], name: string): number | { problem: string } {
  const places = headerPlaces(header, name);
  if (places.length === 1) return places[0]!;
  const columns = `Columns: ${listed(header)}.`;
  if (places.length > 1)
    return {
      problem: `Several columns of the file could be "${name}": write it exactly. ${columns}`,
    };
  const near = nearHeaders(header, name).map((one) => `"${one}"`);
  const hint = near.length === 0 ? '' : ` Similar: ${near.join(', ')}.`;
  return { problem: `The file has no column "${name}".${hint} ${columns}` };
}

const MAX_COMPARED = 100;
const MAX_NEAR = 3;
/** The share of letter pairs that similar headers have in common. */
const SIMILAR = 0.5;

function pairsOf(key: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < key.length; at += 1) pairs.add(key.slice(at, at + 2));
  return pairs;
}

/** From 0 to 1: the share of letter pairs that both have; at least `SIMILAR` if one contains the other. */
export function similarity(a: string, b: string): number {
  if (a.length < 2 || b.length < 2) return 0;
  const [left, right] = [pairsOf(a), pairsOf(b)];
  let both = 0;
  for (const pair of left) if (right.has(pair)) both += 1;
  const share = (2 * both) / (left.size + right.size);
  const isContained = Math.min(a.length, b.length) > 2 && (a.includes(b) || b.includes(a));
  return isContained ? Math.max(share, SIMILAR) : share;
}

/** The headers that are most similar to a name, the most similar first; at most three. */
export function nearHeaders(header: readonly string[], name: string): string[] {
  const wanted = headerKey(name.slice(0, MAX_COMPARED));
  return header
    .map((candidate) => ({
      candidate,
      share: similarity(wanted, headerKey(candidate.slice(0, MAX_COMPARED))),
    }))
    .filter(({ share }) => share >= SIMILAR)
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_NEAR)
    .map(({ candidate }) => candidate);
}

/** FNV-1a, 32 bits, from a start value. */
function fnv(text: string, start: number): number {
  let digest = start;
  for (let at = 0; at < text.length; at += 1)
    digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
  return digest >>> 0;
}

const STARTS = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b];

/**
 * A short key of a set of headers, under which a mapping is kept: the same in any order of the columns and any case,
 * spacing and punctuation of their names; unnamed columns do not count. For example '3-0a1b…'.
 */
export function headersKey(header: readonly string[]): string {
  const keys = [...new Set(header.map(headerKey).filter(Boolean))].sort();
  const text = keys.join('\n');
  const digest = STARTS.map((start) => fnv(text, start).toString(16).padStart(8, '0')).join('');
  return `${keys.length}-${digest}`;
}
