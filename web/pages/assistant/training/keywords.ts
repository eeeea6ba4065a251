const MIN_LETTERS = 3;
const MAX_KEYWORDS = 500;

/** The words of a question as keywords: each once, in small letters, without short words and numbers. */
export function keywordsOf(question: string): string {
  const words = question.toLowerCase().match(/[\p{L}\p{M}'-]+/gu) ?? [];
  const kept = [...new Set(words)].filter((word) => word.length >= MIN_LETTERS);
  let text = '';
  for (const word of kept) {
    const next = text === '' ? word : `${text} ${word}`;
    if (next.length > MAX_KEYWORDS) break;
    text = next;
  }
  return text;
}
