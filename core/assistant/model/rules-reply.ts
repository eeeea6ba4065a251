import { normaliseText } from '../../kernel/text.ts';

export const MAX_REPLY = 4000;
/** Texts are bounded before they are read. */
const MAX_SOURCE = 200_000;

/** Said where nothing fits, with the words of the local driver after it. */
export const NOTHING_KNOWN = 'I do not know.';

/** A reply as it may be stored, without control characters. */
export function cleanReply(text: string): string {
  // Longer ones are refused; the bound keeps the work small.
  return normaliseText(text.slice(0, 4 * MAX_REPLY));
}

/** Where a sentence ends; a line is one of its own. */
const END = /(?<=[.!?\u061f\u06d4\u3002])\s|\n/;
/** The number of a step, or the mark of a list. */
const STEP = /^(?:\d{1,2}[.)]|[-*\u2022])$/;

/** The sentences of a text as they are compared: without the numbers of steps, in any case and spacing. */
function sentencesOf(text: string): string[] {
  return text
    .slice(0, MAX_SOURCE)
    .split(END)
    .map((part) =>
      part
        .trim()
        .replace(/\s{1,100}/g, ' ')
        .toLowerCase(),
    )
    .filter((part) => part !== '' && !STEP.test(part));
}

/**
 * Why a reply of a model may not be shown, undefined for one that may be: it is empty or too long, or has a sentence that is
 * in none of the sources, word for word. A model chooses and orders what we have written; whatever it words itself could
 * ask for money or promise it, in any language, so no list of words would do (decision 80).
 */
export function replyProblem(reply: string, sources: readonly string[]): string | undefined {
  const sentences = sentencesOf(reply);
  if (sentences.length === 0) return 'it is empty';
  if (reply.length > MAX_REPLY) return 'it is too long';
  const known = new Set([NOTHING_KNOWN, ...sources].flatMap(sentencesOf));
  return sentences.every((sentence) => known.has(sentence))
    ? undefined
    : 'it has a sentence of its own';
}

/** Whether a reply says that it has no answer. */
export function isNoAnswer(reply: string): boolean {
  return sentencesOf(reply).includes(NOTHING_KNOWN.toLowerCase());
}
