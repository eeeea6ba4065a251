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
const LINK = /(?:https?:\/\/|www\.)[^\s)>\]]{1,300}/gi;
const EMAIL = /[^\s@<>()]{1,64}@[^\s@<>()]{1,255}/g;
const NOTHING_KNOWN = /\b(?:i (?:do not|don't|don’t) know|i am not sure|i'm not sure)\b/i;

/** Of names that are looked up. */
const MAX_NAMES = 20;
const NAME = /\p{Lu}[\p{L}'’-]{1,40}(?: \p{Lu}[\p{L}'’-]{1,40}){1,3}/gu;

/** A reply as it may be stored, without control characters. */
export function cleanReply(text: string): string {
  // Longer ones are refused; the bound keeps the work small.
  return normaliseText(text.slice(0, 4 * MAX_REPLY));
}

const missing = (text: string, pattern: RegExp, facts: string) =>
  [...text.matchAll(pattern)].some(([found]) => !facts.includes(found.toLowerCase()));

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
  if (missing(reply, TIMES, known)) return 'it promises a time that the facts lack';
  if (missing(reply, LINK, known) || missing(reply, EMAIL, known))
    return 'it names an address that the facts lack';
  const [figure] = unknownFigures(reply, facts);
  return figure === undefined ? undefined : 'it names a figure that the facts lack';
}

/** Whether a reply says that it has no answer. */
export function isNoAnswer(reply: string): boolean {
  return NOTHING_KNOWN.test(reply);
}

/** What may be the name of a person or business that the facts do not name, folded for search. */
export function unknownNames(reply: string, facts: string): string[] {
  const known = foldForSearch(facts);
  const names = [...reply.matchAll(NAME)].map(([name]) => foldForSearch(name));
  return [...new Set(names)].filter((name) => !known.includes(name)).slice(0, MAX_NAMES);
}
