import { z } from 'zod';

/** The company's identity, for screens and documents (decision 29). */
export const company = z.object({
  name: z.string(),
  city: z.string(),
  address: z.string(),
  phone: z.string(),
  emails: z.array(z.string()),
  logoText: z.string(),
  website: z.string(),
  /** True if the demo company is loaded: screens and documents say DEMO (decision 13). */
  demo: z.boolean(),
  /** False where no mail server, or no SMS gateway, is connected: messages are written to a folder and not sent. */
  sendsMail: z.boolean(),
  sendsSms: z.boolean(),
});
export type Company = z.output<typeof company>;
