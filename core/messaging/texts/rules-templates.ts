import { breaksRule } from '../../kernel/errors.ts';
import type { SmsAlphabet } from '../../kernel/sms-text.ts';
import { oneLine } from '../../kernel/text.ts';
import { type SmsSize, smsSize } from './rules-segments.ts';

/**
 * Templates of messages: a text with fields in braces, {name}; a brace itself is doubled, {{ and }}. The text may be in
 * any script, the names of fields are English.
 */

/** Of the longest texts, those of e-mails; an SMS is bounded where it is read (schema.ts). */
export const MAX_TEMPLATE_LENGTH = 5000;
const MAX_FIELD_LENGTH = 40;

export interface TemplateField {
  name: string;
  /** For the list beside the editor. */
  meaning: string;
  /** The longest plausible value, for the size of the filled text in the worst case. */
  longest: string;
  /** Characters that a value may have. */
  max: number;
  /** Whether a longer value is cut. An amount or a number is not: it would be wrong. */
  isCut: boolean;
}

/** The fields of every message about an account. A type of message may have more. */
export const accountFields: readonly TemplateField[] = [
  {
    name: 'name',
    meaning: "The customer's name",
    longest: 'Nyandeng Garang Mayen Chol Deng',
    max: 40,
    isCut: true,
  },
  {
    name: 'amount',
    meaning: 'The amount in US dollars',
    longest: 'USD 99,999.99',
    max: 30,
    isCut: false,
  },
  {
    name: 'amountSsp',
    meaning:
      'The amount in South Sudanese pounds: what settles it today, of a payment what was paid',
    longest: 'SSP 999,999,999',
    max: 30,
    isCut: false,
  },
  {
    name: 'dueDate',
    meaning: 'The due date',
    longest: '30 Sep 2026',
    max: 30,
    isCut: false,
  },
  {
    name: 'invoice',
    meaning: 'The number of the invoice',
    longest: 'INV-2026-000001',
    max: 40,
    isCut: false,
  },
  {
    name: 'balance',
    meaning: 'What the customer owes in all, in US dollars',
    longest: 'USD 99,999.99',
    max: 30,
    isCut: false,
  },
  { name: 'reason', meaning: 'The reason', longest: 'x'.repeat(60), max: 80, isCut: true },
];

export interface TemplateProblem {
  /** Where it stands, in characters from 1. */
  at: number;
  message: string;
}

type Piece = { kind: 'text'; text: string } | { kind: 'field'; name: string; at: number };

export interface ParsedTemplate {
  pieces: Piece[];
  problems: TemplateProblem[];
}

/** A text as a template without fields: braces are doubled. */
export function escapeTemplate(text: string): string {
  return text.replaceAll('{', '{{').replaceAll('}', '}}');
}

/** Splits a template into texts and fields. Its length is not checked here. */
export function parseTemplate(template: string): ParsedTemplate {
  const pieces: Piece[] = [];
  const problems: TemplateProblem[] = [];
  const characters = [...template];
  let text = '';
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index]!;
    const isDoubled = characters[index + 1] === character;
    if (character !== '{' && character !== '}') {
      text += character;
    } else if (isDoubled) {
      text += character;
      index += 1;
    } else if (character === '}') {
      problems.push({
        at: index + 1,
        message: `The } at ${index + 1} closes nothing. Write }} for a brace.`,
      });
    } else {
      let end = index + 1;
      while (end < characters.length && characters[end] !== '}' && characters[end] !== '{')
        end += 1;
      if (characters[end] !== '}') {
        problems.push({
          at: index + 1,
          message: `The { at ${index + 1} is not closed. Write {{ for a brace.`,
        });
        continue;
      }
      if (text) pieces.push({ kind: 'text', text });
      text = '';
      const name = characters
        .slice(index + 1, end)
        .join('')
        .trim();
      pieces.push({ kind: 'field', name, at: index + 1 });
      index = end;
    }
  }
  if (text) pieces.push({ kind: 'text', text });
  return { pieces, problems };
}

/** The number of letters to add, drop or replace to get from one name to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...to].entries())
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}

/** The field that was probably meant; undefined if none is near. */
export function nearestField(
  name: string,
  fields: readonly TemplateField[],
): TemplateField | undefined {
  if (name === '' || name.length > MAX_FIELD_LENGTH) return undefined;
  const key = name.toLowerCase().replaceAll(/[ _-]/g, '');
  const [nearest] = fields
    .map((field) => ({ field, away: distance(key, field.name.toLowerCase()) }))
    .sort((a, b) => a.away - b.away);
  const isNear = nearest !== undefined && nearest.away <= Math.ceil(nearest.field.name.length / 3);
  return isNear ? nearest.field : undefined;
}

function unknownField(name: string, fields: readonly TemplateField[]): string {
  if (name === '') return 'Write the name of a field between { and }, or {{ for a brace.';
  const shown = name.length > MAX_FIELD_LENGTH ? `${name.slice(0, MAX_FIELD_LENGTH)}...` : name;
  const nearest = nearestField(name, fields);
  const known = fields.map((field) => `{${field.name}}`).join(', ');
  const hint = nearest ? ` Did you mean {${nearest.name}}?` : '';
  return `There is no field {${shown}}.${hint} Fields: ${known}.`;
}

/** What is wrong with a template, in its order; none if it may be saved. */
export function templateProblems(
  template: string,
  fields: readonly TemplateField[] = accountFields,
): TemplateProblem[] {
  if (template.length > MAX_TEMPLATE_LENGTH) {
    const message = `A template can have at most ${MAX_TEMPLATE_LENGTH} characters.`;
    return [{ at: MAX_TEMPLATE_LENGTH + 1, message }];
  }
  const { pieces, problems } = parseTemplate(template);
  const names = new Set(fields.map(({ name }) => name));
  const unknown = pieces.flatMap((piece) =>
    piece.kind === 'field' && !names.has(piece.name)
      ? [{ at: piece.at, message: unknownField(piece.name, fields) }]
      : [],
  );
  return [...problems, ...unknown].sort((a, b) => a.at - b.at);
}

/** The fields that a template uses, each once, in its order. */
export function fieldsOf(template: string): string[] {
  const { pieces } = parseTemplate(template);
  return [...new Set(pieces.flatMap((piece) => (piece.kind === 'field' ? [piece.name] : [])))];
}

/** Three full stops, since '…' would need UCS-2. */
const CUT = '...';

function fitted(field: TemplateField, value: string): string {
  // Bounded before it is normalised.
  const line = oneLine(value.slice(0, 10 * field.max));
  const characters = [...line];
  if (characters.length <= field.max && value.length <= 10 * field.max) return line;
  if (field.isCut)
    return `${characters
      .slice(0, field.max - CUT.length)
      .join('')
      .trimEnd()}${CUT}`;
  return breaksRule(
    'template.valueTooLong',
    `The value of {${field.name}} is longer than ${field.max} characters.`,
  );
}

/**
 * A template with values for its fields: one line each, the texts cut to their length.
 * @throws AppError rule if the template is wrong, or a value is missing or too long.
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string | undefined>>,
  fields: readonly TemplateField[] = accountFields,
): string {
  const [problem] = templateProblems(template, fields);
  if (problem) breaksRule('template.invalid', problem.message);
  return parseTemplate(template)
    .pieces.map((piece) => {
      if (piece.kind === 'text') return piece.text;
      const field = fields.find(({ name }) => name === piece.name)!;
      const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
      if (value === undefined || value.trim() === '')
        breaksRule('template.valueMissing', `There is no value for {${field.name}}.`);
      return fitted(field, value);
    })
    .join('');
}

/**
 * The size of a template that is filled with the longest plausible values, for the number of parts a message may take.
 * A name in another script makes a message UCS-2 in addition, which only the filled text shows.
 */
export function worstCaseSize(
  template: string,
  fields: readonly TemplateField[] = accountFields,
  alphabet: SmsAlphabet = 'gsm',
): SmsSize {
  const values = Object.fromEntries(fields.map(({ name, longest }) => [name, longest]));
  return smsSize(fillTemplate(template, values, fields), alphabet);
}
