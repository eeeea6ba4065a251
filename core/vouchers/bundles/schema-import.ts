import { z } from 'zod';
import { moneyOfAnyCurrency } from '../../kernel/money.ts';
import { optionalText, requiredText, yesNo } from '../../kernel/text.ts';
import { MAX_TEXT, readAllowance, readSpeed, readValidity } from './schema-texts.ts';

/** A text that is read as a number, or refused in words. */
function readBy<Read>(read: (text: string) => Read | { problem: string }) {
  return z.codec(z.string(), z.custom<Read>(), {
    decode: (input, payload) => {
      const text = input.trim();
      const found = text.length > MAX_TEXT ? { problem: 'This text is too long.' } : read(text);
      if (!(typeof found === 'object' && found !== null && 'problem' in found)) return found;
      payload.issues.push({ code: 'custom', message: found.problem, input });
      return z.NEVER;
    },
    encode: (value) => String(value),
  });
}

export const planLimits = ['unlimited', 'data'] as const;

/** A bundle of vouchers of a file, found by its name; fields missing in the file are left out. */
export const importedBundle = z.object({
  name: requiredText('The bundle name', 100),
  /** 'Hotspot': rows of other services are left out before. */
  service: optionalText('The service', 100).optional(),
  /** Cents of the row's currency until it is converted. */
  priceUsd: moneyOfAnyCurrency.optional(),
  validity: readBy(readValidity).optional(),
  limit: z.enum(planLimits).optional(),
  data: readBy(readAllowance).optional(),
  speed: readBy(readSpeed).optional(),
  description: optionalText('The description', 500).optional(),
  active: yesNo.optional(),
});
export type ImportedBundle = z.output<typeof importedBundle>;
