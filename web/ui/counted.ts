export { counted } from '@nimule/core/kernel/counted';

const count = new Intl.NumberFormat('en-US');

/** '1,204'. */
export function numberText(number: number): string {
  return count.format(number);
}
