import { addCents, type Cents, scaleCents, subtractCents, ZERO } from '../../kernel/money.ts';

/** A document's amount in US cents, and what it came to in SSP cents at the rate that the document keeps. */
export interface Priced {
  amountUsd: Cents;
  amountSsp: Cents;
}

/**
 * Parts of a document's amount in SSP cents, at its own rate (decision 1). Each is a difference of two rounded sums, so
 * that they add up to the same share of the document in pounds as they do in dollars, and none of them turns negative.
 */
export function partsInPounds(parts: readonly Cents[], { amountUsd, amountSsp }: Priced): Cents[] {
  let sum = ZERO;
  let before = ZERO;
  return parts.map((part) => {
    sum = addCents(sum, part);
    const upToHere = amountUsd === ZERO ? ZERO : scaleCents(amountSsp, sum, amountUsd);
    const inPounds = subtractCents(upToHere, before);
    before = upToHere;
    return inPounds;
  });
}

/** Parts of a document with what each comes to in pounds, by `partsInPounds`. */
export function pricedParts<T extends { amountUsd: Cents }>(
  parts: readonly T[],
  document: Priced,
): (T & { amountSsp: Cents })[] {
  const inPounds = partsInPounds(
    parts.map(({ amountUsd }) => amountUsd),
    document,
  );
  return parts.map((part, index) => ({ ...part, amountSsp: inPounds[index]! }));
}
