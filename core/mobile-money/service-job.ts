import type { Ctx } from '../context.ts';
import { advance, later } from './service-steps.ts';

/** Requests that are asked about at once. */
const AT_ONCE = 20;
/** A pass of the job, which begins anew each minute. */
const PASS_MS = 50_000;

/**
 * Makes the next step of all requests that are due, 20 at a time, for at most 50 s. Several processes may do so at once.
 * Answers a summary, '' if there was nothing to do.
 */
export async function checkPayments(ctx: Ctx): Promise<string> {
  if (ctx.ports.payments.kind === 'off') return '';
  const end = performance.now() + PASS_MS;
  let total = 0;
  while (performance.now() < end && !ctx.stopping?.aborted) {
    const count = await advance(later(ctx), { limit: AT_ONCE });
    total += count;
    if (count < AT_ONCE) break;
  }
  return total === 0 ? '' : `${total} payment requests looked up`;
}
