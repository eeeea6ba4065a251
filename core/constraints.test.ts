import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { constraints, moduleConstraints } from './constraints.ts';
import { toAppError } from './database/errors.ts';

test('every text is of a constraint that the schema has, and no two modules name the same', () => {
  const schema = readFileSync(new URL('database/schema.sql', import.meta.url), 'utf8');
  const names = moduleConstraints.flatMap((texts) => Object.keys(texts));
  expect(names.filter((name) => !schema.includes(name))).toEqual([]);
  expect(Object.keys(constraints).sort()).toEqual(names.sort());
});

test('a broken constraint is told in the words of its module, and one without words is our bug', () => {
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
