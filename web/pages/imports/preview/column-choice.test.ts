import type { ImportSettings } from '@nimule/core/imports/schema-centre';
import { describe, expect, test } from 'vitest';
import {
  choiceOf,
  type FieldChoice,
  type PreviewField,
  titled,
  withChoice,
  withHeader,
  withReplacements,
} from './column-choice.ts';

const none: ImportSettings = { map: {}, value: {}, set: {}, keepPrices: false, combineRows: true };
const headers = ['Name', 'Phone', 'Phone 2', 'A+B'];
const phone: PreviewField = {
  field: 'phone',
  kind: 'text',
  choices: [],
  isRequired: false,
  confidence: 'sure',
  columns: [],
  constant: null,
  sample: '',
};

describe('a choice on screen', () => {
  const choices: readonly FieldChoice[] = [
    { kind: 'none' },
    { kind: 'column', column: 'Phone' },
    { kind: 'column', column: 'A+B' },
    { kind: 'constant', value: '0912345678' },
    { kind: 'join', columns: ['Phone', 'Phone 2'], separator: ' ' },
    { kind: 'join', columns: ['Phone', 'Phone 2'], separator: ' / ' },
    { kind: 'first', columns: ['Phone', 'Phone 2'] },
  ];
  test.each(choices)('becomes settings and is shown again: %o', (choice) => {
    expect(choiceOf(phone, withChoice(none, 'phone', choice), headers)).toEqual(choice);
  });

  test('is offered for the columns with a title', () => {
    expect(titled(['Name', '', 'Phone', ''])).toEqual(['Name', 'Phone']);
  });

  test('replaces the former one', () => {
    const constant = withChoice(none, 'phone', { kind: 'constant', value: 'x' });
    const column = withChoice(constant, 'phone', { kind: 'column', column: 'Phone' });
    expect(column).toEqual({ ...none, map: { phone: ['Phone'] } });
    expect(withChoice(column, 'phone', { kind: 'constant', value: 'y' })).toEqual({
      ...none,
      set: { phone: 'y' },
    });
  });

  test('is what the server read where the settings say nothing', () => {
    expect(choiceOf({ ...phone, columns: ['Phone'] }, none, headers)).toEqual({
      kind: 'column',
      column: 'Phone',
    });
    expect(choiceOf({ ...phone, constant: 'x' }, none, headers)).toEqual({
      kind: 'constant',
      value: 'x',
    });
  });

  test('names a combination of a ready mapping, and keeps it', () => {
    const map = { phone: { first: ['Phone', ['Name', 'Phone 2']], negate: true } };
    const settings: ImportSettings = { ...none, map };
    const choice = choiceOf(phone, settings, headers);
    expect(choice).toEqual({
      kind: 'other',
      text: 'sign changed: Phone, else Name + Phone 2',
    });
    expect(withChoice(settings, 'phone', choice)).toEqual(settings);
  });
});

test('replacements are added by field and text', () => {
  const reason = {
    message: '',
    isRefusal: true,
    rows: 2,
    firstRows: [2, 3],
    field: 'packageType',
    text: 'Gold',
    suggestion: null,
  };
  const settings = { ...none, value: { 'status.on': 'Active' } };
  expect(withReplacements(settings, [{ reason, to: 'Premium Fiber' }]).value).toEqual({
    'status.on': 'Active',
    'packageType.Gold': 'Premium Fiber',
  });
  expect(
    withReplacements(settings, [{ reason: { ...reason, text: null }, to: 'x' }]).value,
  ).toEqual(settings.value);
});

test('another header row drops what belongs to the former columns', () => {
  const settings = { ...none, sheet: 'June', headerRow: 2, map: { phone: 'Phone' } };
  expect(withHeader(settings, { headerRow: 4 })).toEqual({
    ...none,
    sheet: 'June',
    headerRow: 4,
  });
});
