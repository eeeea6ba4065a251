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
const NOTHING_KNOWN = /\b(?:i (?:do not|don't|don’t) know|i am not sure|i'm not sure)\b/i;

/** Of names that are looked up. */
const MAX_NAMES = 20;
const MAX_NAME_WORDS = 4;
const NAME_WORD = /^\p{Lu}[\p{L}'’-]{1,40}$/u;
const NOT_IN_NAMES = /[^\p{L}'’ -]/u;

/** A reply as it may be stored, without control characters. */
export function cleanReply(text: string): string {
  // Longer ones are refused; the bound keeps the work small.
  return normaliseText(text.slice(0, 4 * MAX_REPLY));
}

/** The e-mail addresses of a text, and whatever else holds an @. */
const addressesIn = (text: string) => text.split(/[\s<>()]/).filter((word) => word.includes('@'));

const lacks = (facts: string, found: Iterable<string>) =>
  [...found].some((text) => !facts.includes(text.toLowerCase()));

const textsOf = (matches: Iterable<RegExpMatchArray>) => [...matches].map(([text]) => text);

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
  if (lacks(known, textsOf(reply.matchAll(TIMES)))) return 'it promises a time that the facts lack';
  if (lacks(known, textsOf(reply.matchAll(LINK))) || lacks(known, addressesIn(reply)))
    return 'it names an address that the facts lack';
  const [figure] = unknownFigures(reply, facts);
  return figure === undefined ? undefined : 'it names a figure that the facts lack';
}

/** Whether a reply says that it has no answer. */
export function isNoAnswer(reply: string): boolean {
  return NOTHING_KNOWN.test(reply);
}

/** Two to four capitalised words in a row, such as 'Deng Garang'. */
function capitalisedRuns(text: string): string[] {
  const runs: string[] = [];
  for (const part of text.split(NOT_IN_NAMES)) {
    let run: string[] = [];
    for (const word of [...part.split(' '), '']) {
      const isCapitalised = NAME_WORD.test(word);
      if (isCapitalised) run.push(word);
      if (isCapitalised && run.length < MAX_NAME_WORDS) continue;
      if (run.length > 1) runs.push(run.join(' '));
      run = [];
    }
  }
  return runs;
}

/** What may be the name of a person or business that the facts do not name, folded for search. */
export function unknownNames(reply: string, facts: string): string[] {
  const known = foldForSearch(facts);
  const names = capitalisedRuns(reply).map(foldForSearch);
  return [...new Set(names)].filter((name) => !known.includes(name)).slice(0, MAX_NAMES);
}
