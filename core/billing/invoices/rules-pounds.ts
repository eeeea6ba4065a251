import { addCents, type Cents, scaleCents, subtractCents, ZERO } from '../../kernel/money.ts';

/** A document's amount in US cents, and what it came to in SSP cents at the rate that the document keeps. */
export interface Priced {
  usd: Cents;
  ssp: Cents;
}

/**
 * Parts of a document's amount in SSP cents, at its own rate (decision 1). Each is a difference of two rounded sums, so
 * that they add up to the same share of the document in pounds as they do in dollars, and none of them turns negative.
 */
export function partsInPounds(parts: readonly Cents[], { usd, ssp }: Priced): Cents[] {
  let sum = ZERO;
  let before = ZERO;
  return parts.map((part) => {
    sum = addCents(sum, part);
    const upToHere = usd === ZERO ? ZERO : scaleCents(ssp, sum, usd);
    const inPounds = subtractCents(upToHere, before);
    before = upToHere;
    return inPounds;
  });
}
