import { addCents, type Cents, scaleCents, subtractCents, ZERO } from '../../kernel/money.ts';

/** A document's amount in US cents, and in SSP cents at the rate stored in the document. */
export interface Priced {
  amountUsd: Cents;
  amountSsp: Cents;
}

/**
 * Converts parts of a document's amount to SSP cents at the document's rate (decision 1). Each part is the difference
 * of two rounded running sums, so that the parts add up to the converted total and none is negative.
 */
export function partsInPounds(parts: readonly Cents[], document: Priced): Cents[] {
  let sum = ZERO;
  let before = ZERO;
  return parts.map((part) => {
    sum = addCents(sum, part);
    const upToHere = sumInPounds(sum, document);
    const inPounds = subtractCents(upToHere, before);
    before = upToHere;
    return inPounds;
  });
}

function sumInPounds(sum: Cents, { amountUsd, amountSsp }: Priced): Cents {
  return amountUsd === ZERO ? ZERO : scaleCents(amountSsp, sum, amountUsd);
}

/** The second of two parts, as `partsInPounds` of both answers it. Lists of invoices call it for each row. */
export function secondPartInPounds(first: Cents, second: Cents, document: Priced): Cents {
  const both = sumInPounds(addCents(first, second), document);
  return subtractCents(both, sumInPounds(first, document));
}

/** Adds the amount in pounds to each part of a document, by `partsInPounds`. */
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
