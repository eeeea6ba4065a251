import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { constraints, moduleConstraints } from './constraints.ts';
import { toAppError } from './database/errors.ts';

test('every text belongs to a constraint of the schema, and no two modules define the same one', () => {
  const schema = readFileSync(new URL('database/schema.sql', import.meta.url), 'utf8');
  const names = moduleConstraints.flatMap((texts) => Object.keys(texts));
  expect(names.filter((name) => !schema.includes(name))).toEqual([]);
  expect(Object.keys(constraints).sort()).toEqual(names.sort());
});

test('a violated constraint is reported with the text of its module, and one without a text is an internal error', () => {
  const broken = (constraint: string) =>
    Object.assign(new Error('violates'), { code: '23505', constraint });
  expect(toAppError(broken('users_email_key'), constraints)).toMatchObject({
    kind: 'conflict',
    code: 'user.emailTaken',
    fields: { email: 'This e-mail address already belongs to another user.' },
  });
  expect(toAppError(broken('invoices_one_a_month'), constraints)).toMatchObject({
    code: 'invoice.monthBilled',
    fields: undefined,
  });
  const error = broken('nobody_named_it');
  expect(toAppError(error, constraints)).toBe(error);
});
