import { foldForSearch } from '../../kernel/search.ts';
import { normaliseText } from '../../kernel/text.ts';
import { unknownFigures } from './rules-figures.ts';

export const MAX_REPLY = 4000;

/** What only people may promise. */
const PROMISES =
  /\b(?:refund\w*|reimburs\w*|compensat\w*|discount\w*|waiv\w*|write off|free of charge|no charge|without charge|at no cost|gratis|for free|free (?:month|week|day|upgrade|router)\w*|guarantee\w*|we promise|i promise|credit your|credited to|money back|pay (?:you )?back|half (?:of )?(?:the |your )?(?:price|fee|bill|invoice)|on the house|forgiv\w*|erase\w*|owe (?:us )?nothing)\b/i;
const NO_PAYMENT =
  /\b(?:(?:do not|don't|don’t|need not|needn't|no need to|without having to) (?:have to |need to )?pay|cancel(?:l?ed|l?ing)? (?:your|the|this|that|all) (?:debt|invoice|bill|balance|fee|charge)|(?:debt|invoice|bill|balance|fee|charge)s? (?:is|are|was|were|has been|have been|will be) (?:now )?(?:cancell?ed|removed|cleared|deleted|lifted))/i;
/** What only people decide or have done: a reply that says so would be a promise or a false report. */
const DECISIONS = [
  /\b(?:written off|no longer owe|need not worry|until .{1,20} to pay)\b/i,
  /\b(?:deduct|reduc|lower|adjust|revers)(?:e|ed|es|ing|s)? (?:it|this|that|the|your|from|[$\d])/i,
  /\b(?:has|have|had|was|were|is|are|been|be|get|gets) (?:now |already |been )?(?:reduced|lowered|deducted|reversed|adjusted|credited|forgotten|settled|lifted|restored|reconnected|unblocked|reactivated|marked)\b/i,
  /\b(?:we|i)(?: will|'ll|’ll| have|'ve|’ve| can)? (?:now |just |already |gladly )?(?:credit|mark|restore|reconnect|unblock|reactivate|lift|cancel|extend|postpone|settle)(?:d|ed|led)?\b/i,
  /\b(?:we|i)(?: will|'ll|’ll| have|'ve|’ve| can)? (?:give|gave|given) you\b/i,
  /\b(?:(?:will|shall|would|do|does|did|are|is) (?:not|no longer)|won't|won’t|don't|don’t|doesn't|doesn’t|aren't|aren’t) (?:be )?(?:charged?|billed|owe|disconnected|cut off)\b/i,
  /\b(?:technician|team|engineer|somebody|someone|colleague|person) (?:will|is going to|shall) (?:come|visit|arrive|call)\b/i,
  /\b(?:shortly|very soon|right away|immediately|as soon as possible|any minute|any moment)\b/i,
];
/** Times that the facts name as dates, if at all. */
const TIMES =
  /\b(?:tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next (?:day|week|month|year)|this (?:week|morning|afternoon|evening|weekend|month)|in the (?:morning|afternoon|evening)|noon|midday|midnight|christmas|easter|end of (?:the |this )?(?:day|week|month)|within (?:the|an?) (?:minute|hour|day|week|month)|in an? (?:minute|hour|day|week|month)|half an hour|(?:few|couple of|several|dozen) (?:more )?(?:hour|day|week|month)s|later today|by today|(?:there|back|come|comes|arrive|arrives|visit|visits|fixed|restored|repaired) (?:you )?(?:again )?today)\b/gi;
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

/** 'pay.example.net' and 'bit.ly/x' too, without a scheme. */
const DOMAIN = /[a-z0-9-]\.[a-z]{2,24}(?:[/:?#]|$)/;
const isAddress = (word: string) =>
  word.includes('://') || word.startsWith('www.') || word.includes('@') || DOMAIN.test(word);

/** Letters that no rule here can read. */
const OTHER_LETTERS = /(?!\p{Script=Latin})\p{L}/u;

/**
 * Why a reply of a model may not be shown, undefined for one that may be: it is empty or too long, names a figure, a time or
 * an address that the facts lack, promises money, is not in Latin letters, or is no plain text. `facts` are the facts of the customer and the articles.
 */
export function replyProblem(reply: string, facts: string): string | undefined {
  if (reply === '') return 'it is empty';
  if (reply.length > MAX_REPLY) return 'it is too long';
  if (MARKUP.test(reply)) return 'it is no plain text';
  if (PROMISES.test(reply) || NO_PAYMENT.test(reply)) return 'it promises money';
  if (DECISIONS.some((pattern) => pattern.test(reply))) return 'it decides what people decide';
  const known = facts.toLowerCase();
  const foreign = wordsOf(reply.toLowerCase()).filter((word) => OTHER_LETTERS.test(word));
  if (foreign.some((word) => !known.includes(word))) return 'it is in letters that are not checked';
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
