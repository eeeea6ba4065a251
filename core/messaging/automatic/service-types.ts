import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { registerConsumer, unregisterConsumer } from '../../records/outbox.ts';
import { moveMessages, stillQueuedOfType } from '../queries-states.ts';
import { partsOfText } from '../recipients/service.ts';
import { CONSUMER } from '../rules-status.ts';
import {
  type MessageType,
  type MessageTypeUpdate,
  messageType as schema,
  type TypePreview,
  type TypePreviewInput,
} from '../schema.ts';
import { fieldTexts } from '../texts/rules-fields.ts';
import { fillTemplate, templateProblems } from '../texts/rules-templates.ts';
import { findSample } from './queries-preview.ts';
import * as queries from './queries-types.ts';
import { defaultTexts, type TypeTexts } from './rules-texts.ts';
import { type AutomaticType, automaticType, automaticTypes } from './rules-types.ts';
import { companyTexts } from './service-sources.ts';

/** A type as long as nobody has changed it: off, by both ways, with the English texts. */
function defaultsOf({ name, days }: AutomaticType): queries.StoredType {
  const { english } = defaultTexts[name];
  const channels = { isOn: false, bySms: true, byEmail: true, switchedOnAt: null };
  return { ...channels, ...english, days, version: 0 };
}

function toMessageType(type: AutomaticType, stored: queries.StoredType | undefined): MessageType {
  const { name, title, description, fields } = type;
  return {
    type: name,
    title,
    description,
    fields: fields.map((field) => field.name),
    ...(stored ?? defaultsOf(type)),
  };
}

function typeNamed(name: string): AutomaticType {
  return automaticType(name) ?? notFound('Automatic message', name);
}

/** The automatic messages, in the order of the page; those that nobody has changed are off and have the default texts. */
export async function listMessageTypes(ctx: Ctx): Promise<MessageType[]> {
  const stored = await queries.findTypes(ctx.db);
  return automaticTypes.map((type) => toMessageType(type, stored.get(type.name)));
}

const textNames = ['smsText', 'emailSubject', 'emailText'] as const;

/** @throws AppError invalid for an unknown field or a brace that is not closed. */
function assertTexts(texts: Partial<TypeTexts>, { fields }: AutomaticType): void {
  for (const name of textNames) {
    const [problem] = templateProblems(texts[name] ?? '', fields);
    if (problem) invalidField(name, problem.message);
  }
}

function assertComplete(row: queries.StoredType, { days }: AutomaticType): void {
  if (row.isOn && !row.bySms && !row.byEmail)
    invalidField('bySms', 'Choose SMS, e-mail or both, or switch the message off.');
  if (row.byEmail && row.emailText.trim() === '')
    invalidField('emailText', 'The e-mail is required.');
  if (days === null && row.days !== null)
    invalidField('days', 'The time of this message is fixed.');
}

/**
 * Changes texts, ways and days of an automatic message, and switches it on or off; the texts apply to what is queued
 * from now on. Switched on, it begins with what happens from now on; switched off, what is still queued is cancelled.
 * @throws AppError notFound; conflict for an outdated version; invalid for a wrong text or no way of sending.
 */
export async function updateMessageType(
  ctx: Ctx,
  name: string,
  { version, ...changes }: MessageTypeUpdate,
): Promise<MessageType> {
  const type = typeNamed(name);
  assertTexts(changes, type);
  return transact(ctx, async (tx) => {
    const by = { at: tx.now, by: actorName(tx.actor) };
    const before = await queries.lockType(tx.db, type.name, defaultsOf(type), by);
    assertVersion('message', before.version, version);
    const after = { ...before, ...changes };
    assertComplete(after, type);
    if (after.isOn && !before.isOn) {
      after.switchedOnAt = tx.now;
      if (type.fact) await registerConsumer(tx, CONSUMER, type.fact);
    }
    if (before.isOn && !after.isOn) await switchOff(tx, type);
    await queries.saveType(tx.db, type.name, after, by);
    const saved = { ...after, version: before.version + 1 };
    await audit(tx, {
      action: 'messageType.update',
      entity: 'messageType',
      entityId: type.name,
      summary: type.title,
      schema,
      before: toMessageType(type, before),
      after: toMessageType(type, saved),
    });
    return toMessageType(type, saved);
  });
}

async function switchOff(tx: Ctx, { name, fact }: AutomaticType): Promise<void> {
  if (fact) await unregisterConsumer(tx, CONSUMER, fact);
  const queued = stillQueuedOfType(name);
  await moveMessages(tx.db, tx.now, queued, { to: 'cancelled', error: 'It was switched off.' });
}

/**
 * An automatic message with the values of a customer, or of the first Active one; saved or given texts. Values that the
 * customer does not have, such as a receipt, are examples.
 * @throws AppError notFound for the message or the customer; invalid for a wrong text.
 */
export async function previewMessageType(
  ctx: Ctx,
  name: string,
  { customerId, ...given }: TypePreviewInput,
): Promise<TypePreview> {
  const type = typeNamed(name);
  assertTexts(given, type);
  const stored = (await queries.findTypes(ctx.db)).get(type.name) ?? defaultsOf(type);
  const texts = { ...stored, ...given };
  const sample = await findSample(ctx.db, customerId, ctx.today);
  if (!sample && customerId !== undefined) notFound('Customer', customerId);
  const customer = sample?.name ?? 'Achol Deng';
  const values = {
    ...Object.fromEntries(type.fields.map(({ name: field, longest }) => [field, longest])),
    reason: 'payment is overdue',
    ...fieldTexts(sample?.fields ?? {}),
    ...companyTexts(ctx),
    name: customer,
  };
  const fill = (text: string) => fillTemplate(text, values, type.fields);
  const sms = fill(texts.smsText);
  const subject = fill(texts.emailSubject);
  return { customer, sms, parts: partsOfText(ctx, sms), subject, email: fill(texts.emailText) };
}
