import type { Ctx } from '../../context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { MAX_LIST, type PreviewInput, type SendPreview, type TextParts } from '../schema.ts';
import { costOf } from '../settings/rules.ts';
import { getMessageSettings } from '../settings/service.ts';
import { waitReason } from '../settings/service-waits.ts';
import { type FieldValues, fieldsOfRecipients, fieldTexts } from '../texts/rules-fields.ts';
import { foreignCharacters, foreignText, smsSize } from '../texts/rules-segments.ts';
import { fieldsOf, fillTemplate, templateProblems } from '../texts/rules-templates.ts';
import * as queries from './queries.ts';
import { type ParsedList, parseList } from './rules-list.ts';

const FIRST = 10;
const NAMES = 5;

/** Words for the reasons of queries. */
const reasons: Record<string, string> = {
  noNumber: 'No telephone number',
  badNumber: 'No usable telephone number',
  refusesNews: 'Refuses news',
  noName: 'No name, which the text needs',
  double: 'The same number as an earlier recipient',
};

export interface Chosen {
  choice: queries.Choice;
  list: ParsedList | undefined;
}

/**
 * Who is meant by a message, with the fields of its text.
 * @throws AppError invalid for a list without a number or with more than 20,000.
 */
export function chosenBy(ctx: Ctx, input: PreviewInput): Chosen {
  const list = input.recipientType === 'custom_list' ? listOf(input.list ?? '') : undefined;
  return {
    list,
    choice: {
      type: input.recipientType,
      numbers: list?.numbers ?? [],
      isNews: input.isNews ?? false,
      fields: fieldsOf(input.message),
      today: ctx.today,
    },
  };
}

function listOf(text: string): ParsedList {
  const list = parseList(text);
  if (list.isTooLong || list.numbers.length > MAX_LIST)
    invalidField('list', `A list can have at most ${MAX_LIST.toLocaleString('en-US')} numbers.`);
  return list;
}

/** How a text is sent as SMS. */
export function partsOfText(ctx: Ctx, text: string): TextParts {
  const { alphabet } = ctx.ports.sms;
  const { encoding, units, parts } = smsSize(text, alphabet);
  return {
    encoding,
    characters: units,
    parts,
    unusual: foreignCharacters(text, NAMES, alphabet).map(foreignText),
  };
}

/** A text with the values of a recipient; the text itself where it is wrong. */
function filled(input: PreviewInput, row: { name: string; fields: FieldValues }): string {
  const fields = fieldsOfRecipients(input.recipientType);
  return fillTemplate(input.message, { ...fieldTexts(row.fields), name: row.name }, fields);
}

/**
 * Who would get a message, the first ten with their texts, who is left out and why, the parts of all texts and their
 * cost, and what is wrong with the text. Sends nothing.
 * @throws AppError invalid for a list with too many numbers.
 */
export async function previewSms(ctx: Ctx, input: PreviewInput): Promise<SendPreview> {
  const { choice, list } = chosenBy(ctx, input);
  const [problem] = templateProblems(input.message, fieldsOfRecipients(input.recipientType));
  // The values of unknown fields are not looked for.
  const known = problem ? { ...choice, fields: [] } : choice;
  const groups = await queries.countByReason(ctx.db, known, NAMES);
  const first = await queries.findFirst(ctx.db, known, FIRST);
  const recipients = groups.find(({ reason }) => reason === '')?.count ?? 0;
  const own = partsOfText(ctx, input.message);
  let totalParts = own.parts * recipients;
  if (!problem && choice.fields.length > 0) {
    const sizes = await queries.groupBySize(ctx.db, choice);
    const partsOf = (row: queries.Sizes) =>
      row.count * smsSize(filled(input, row), ctx.ports.sms.alphabet).parts;
    totalParts = sizes.reduce((sum, row) => sum + partsOf(row), 0);
  }
  const { pricePerPart } = await getMessageSettings(ctx);
  return {
    recipients,
    first: first.map(({ fields, ...row }) => ({
      ...row,
      text: problem ? input.message : filled(input, { name: row.name, fields }),
    })),
    leftOut: [...leftOutOfList(list), ...groups.flatMap(inWords)],
    parts: own,
    totalParts,
    costUsd: costOf(totalParts, pricePerPart),
    problem: problem?.message ?? null,
    waits: await waitReason(ctx, 'sms'),
  };
}

function inWords({ reason, count, names }: queries.LeftOut): SendPreview['leftOut'] {
  return reason === '' ? [] : [{ reason: reasons[reason] ?? reason, count, names }];
}

function leftOutOfList(list: ParsedList | undefined): SendPreview['leftOut'] {
  if (!list) return [];
  return [
    { reason: reasons.badNumber!, entries: list.unusable },
    { reason: reasons.double!, entries: list.doubles },
  ].flatMap(({ reason, entries }) =>
    entries.length > 0 ? [{ reason, count: entries.length, names: entries.slice(0, NAMES) }] : [],
  );
}
