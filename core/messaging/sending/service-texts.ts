import type { Ctx } from '../../context.ts';
import { isAppError } from '../../kernel/errors.ts';
import type { EmailMessage } from '../../ports/email.ts';
import { campaignFields, type FieldValues, fieldTexts } from '../texts/rules-fields.ts';
import { fillTemplate, type TemplateField } from '../texts/rules-templates.ts';
import type { ClaimedMessage } from './queries.ts';

/**
 * A value that is put into a text only when it is sent, such as voucher codes: `{"secret": "voucher", "ids": [12, 13]}`, or
 * `"id": 12` for a single one.
 */
export type SecretValue =
  | { secret: string; id: number }
  | { secret: string; ids: readonly number[] };

export interface SecretText {
  text: string;
  /** What is kept of it; one mark by default. */
  shown?: string;
  /** For staff, beside the message: what was left out of it. */
  note?: string;
}

/** What is read of other parts of the program when a message is sent. */
export interface Letter {
  attachments: EmailMessage['attachments'];
  /** Take the place of the message's own, where they are given. */
  subject?: string;
  text?: string;
}

/** What other parts of the program add to messages when they are sent. */
export interface Sources {
  /** By name: reads a secret that is made of these records. */
  secrets: Readonly<Record<string, (ctx: Ctx, ids: readonly number[]) => Promise<SecretText>>>;
  /** Values that all messages share, such as the name of the company. */
  common(ctx: Ctx): Readonly<Record<string, string>>;
  /** Reads what is attached to an e-mail to the recipient: `{"invoice": 12}`. */
  attach(ctx: Ctx, attachment: unknown, recipient: string): Promise<Letter>;
  /** The fields of a type of message. */
  fieldsOf(type: string): readonly TemplateField[];
  /** The messages that say what is no longer true, with the reason: they are cancelled. */
  outdated(ctx: Ctx, claimed: readonly ClaimedMessage[]): Promise<ReadonlyMap<number, string>>;
  /** Called in the transaction that records the answers to these messages; 'unknown' where the answer was lost. */
  recorded(
    tx: Ctx,
    messages: readonly { claimed: ClaimedMessage; status: 'sent' | 'written' | 'unknown' }[],
  ): Promise<void>;
}

/** Campaigns and single messages have neither secrets nor attachments. */
export const plainSources: Sources = {
  secrets: {},
  common: () => ({}),
  attach: async () => ({ attachments: [] }),
  fieldsOf: () => campaignFields,
  outdated: async () => new Map(),
  recorded: async () => {},
};

/** What is kept of a secret. */
export const HIDDEN = '•••';

function isSecret(value: unknown): value is SecretValue {
  return typeof value === 'object' && value !== null && 'secret' in value;
}

export interface FilledMessage {
  claimed: ClaimedMessage;
  text: string;
  subject: string;
  /** The text that is kept, without secrets. */
  shown: string;
  /** What was left out of it; '' if nothing was. */
  note: string;
  attachments: EmailMessage['attachments'];
}

/**
 * A message with the values of its fields. The reason, where it cannot be filled: it is then not sent.
 * @throws Error where the database cannot be read.
 */
export async function fillMessage(
  ctx: Ctx,
  claimed: ClaimedMessage,
  sources: Sources,
): Promise<FilledMessage | { error: string }> {
  const values: Record<string, unknown> = { ...claimed.fields };
  const plain = Object.entries(values).filter(([, value]) => !isSecret(value));
  const texts = {
    ...sources.common(ctx),
    name: claimed.name,
    ...fieldTexts(Object.fromEntries(plain) as FieldValues),
  };
  const shown: Record<string, string> = { ...texts };
  const told: Record<string, string> = { ...texts };
  const notes: string[] = [];
  try {
    for (const [name, value] of Object.entries(values)) {
      if (!isSecret(value)) continue;
      const read = sources.secrets[value.secret];
      if (!read) return { error: `There is no source for {${name}}.` };
      const secret = await read(ctx, 'ids' in value ? value.ids : [value.id]);
      told[name] = secret.text;
      shown[name] = secret.shown ?? HIDDEN;
      if (secret.note) notes.push(secret.note);
    }
    const fields = sources.fieldsOf(claimed.type);
    const fill = (template: string, of: Record<string, string>) =>
      fillTemplate(template, of, fields);
    const letter: Letter =
      claimed.attachment === null
        ? { attachments: [] }
        : await sources.attach(ctx, claimed.attachment, claimed.recipient);
    return {
      claimed,
      text: letter.text ?? fill(claimed.text, told),
      shown: letter.text ?? fill(claimed.text, shown),
      subject: letter.subject ?? (claimed.subject === '' ? '' : fill(claimed.subject, shown)),
      note: notes.join(' '),
      attachments: letter.attachments,
    };
  } catch (error) {
    if (isAppError(error) && error.kind !== 'unavailable') return { error: error.message };
    throw error;
  }
}
