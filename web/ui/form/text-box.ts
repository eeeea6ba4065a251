import { z } from 'zod';

/** Checks a text as a field of the contract does, so that all fields of a form are checked at once. */
function check(schema: z.ZodType, text: string, ctx: z.RefinementCtx): void {
  const read = z.safeDecode(schema, text as never);
  if (read.success) return;
  ctx.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? 'Enter a value.' });
}

/** A text box for a field of the contract; blank is accepted. */
export function box(schema: z.ZodType) {
  return z.string().superRefine((text, ctx) => {
    if (text.trim() !== '') check(schema, text, ctx);
  });
}

/** A text box that is filled. `missing`: the message for a blank one; by default that of the field. */
export function filledBox(schema: z.ZodType, missing?: string) {
  return z.string().superRefine((text, ctx) => {
    if (text.trim() === '' && missing !== undefined)
      ctx.addIssue({ code: 'custom', message: missing });
    else check(schema, text, ctx);
  });
}
