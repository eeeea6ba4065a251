import { foldForSearch } from '../../kernel/search.ts';
import { normaliseText } from '../../kernel/text.ts';
import { unknownFigures } from './rules-figures.ts';

export const MAX_REPLY = 4000;

/** What only people may promise. */
const PROMISES =
  /\b(?:refund\w*|reimburs\w*|compensat\w*|discount\w*|waiv\w*|write off|free of charge|for free|free (?:month|week|day|upgrade|router)\w*|guarantee\w*|we promise|i promise|credit your|credited to)\b/i;
/** Times that the facts name as dates, if at all. */
const TIMES =
  /\b(?:tomorrow|tonight|next (?:day|week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:on|by|until|before) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this (?:afternoon|evening|weekend)|end of (?:the |this )?(?:day|week|month)|within the hour|in an hour|in a (?:day|week|month)|later today|by today)\b/gi;
const MARKUP = /<\/?[a-z!]|javascript:|!\[/i;
const NOTHING_KNOWN = /\b(?:i (?:do not|don't|don’t) know|i am not sure|i'm not sure)\b/i;

/** Of names that are looked up. */
const MAX_NAMES = 20;
const MAX_NAME_WORDS = 4;
const BLANK = /\s+/;
const LETTERS_ONLY = /^\p{Lu}[\p{L}'’-]+$/u;
const EDGES = /^[("'“‘]{1,5}|[)"'”’.,;:!?]{1,5}$/g;

/** A reply as it may be stored, without control characters. */
export function cleanReply(text: string): string {
  // Longer ones are refused; the bound keeps the work small.
  return normaliseText(text.slice(0, 4 * MAX_REPLY));
}

/** The words of a reply, without the marks around them. */
const wordsOf = (reply: string) => reply.split(BLANK).map((word) => word.replace(EDGES, ''));

const isAddress = (word: string) =>
  word.includes('://') || word.startsWith('www.') || word.includes('@');

/**
 * Why a reply of a model may not be shown, undefined for one that may be: it is empty or too long, names a figure, a time or
 * an address that the facts lack, promises money, or is no plain text. `facts` are the facts of the customer and the articles.
 */
export function replyProblem(reply: string, facts: string): string | undefined {
  if (reply === '') return 'it is empty';
  if (reply.length > MAX_REPLY) return 'it is too long';
  if (MARKUP.test(reply)) return 'it is no plain text';
  if (PROMISES.test(reply)) return 'it promises money';
  const known = facts.toLowerCase();
  const times = reply.toLowerCase().match(TIMES) ?? [];
  if (times.some((time) => !known.includes(time))) return 'it promises a time that the facts lack';
  const addresses = wordsOf(reply.toLowerCase()).filter(isAddress);
  if (addresses.some((address) => !known.includes(address)))
    return 'it names an address that the facts lack';
  const [figure] = unknownFigures(reply, facts);
  return figure === undefined ? undefined : 'it names a figure that the facts lack';
}

/** Whether a reply says that it has no answer. */
export function isNoAnswer(reply: string): boolean {
  return NOTHING_KNOWN.test(reply);
}

/** What may be the name of a person or business that the facts do not name, folded for search: capital words in a row. */
export function unknownNames(reply: string, facts: string): string[] {
  const known = foldForSearch(facts);
  const names = new Set<string>();
  let row: string[] = [];
  for (const word of [...wordsOf(reply), '']) {
    if (LETTERS_ONLY.test(word)) {
      row = [...row, word].slice(-MAX_NAME_WORDS);
      for (let first = 0; first < row.length - 1; first += 1) {
        const name = foldForSearch(row.slice(first).join(' '));
        if (!known.includes(name)) names.add(name);
      }
    } else row = [];
  }
  return [...names].slice(0, MAX_NAMES);
}
