import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactKeys, foundPerson, personKey } from './rules-numbering.ts';

const one = { customerId: 'SC001', phone: '+211977123601', email: 'a@example.com' };
const two = { customerId: 'SC002', phone: '+211977123602', email: '' };

test.each([
  ['nobody has the name', { phone: one.phone }, [], undefined],
  ['both contacts are equal', { phone: one.phone, email: 'A@Example.com' }, [one, two], 'SC001'],
  ['the telephone is equal', { phone: two.phone, email: 'new@example.com' }, [one, two], 'SC002'],
  ['the e-mail is equal', { email: one.email }, [one, two], 'SC001'],
  ['neither has contacts', {}, [{ ...one, phone: '', email: '' }], 'SC001'],
])('%s', (_, row, namesakes, customerId) => {
  expect(foundPerson({ name: 'Deng', ...row }, namesakes)).toEqual(customerId && { customerId });
});

test.each([
  ['no contact', {}, [one, two], 'SC001 and SC002 have the name Deng and no telephone'],
  ['another kind of contact', { email: 'b@example.com' }, [two], 'SC002 has the name Deng and no'],
  [
    'the same telephone',
    { phone: one.phone },
    [one, { ...one, customerId: 'SC003' }],
    'SC001 and SC003 have the name Deng and the same',
  ],
])('a namesake with %s is a question', (_, row, namesakes, problem) => {
  expect(foundPerson({ name: 'Deng', ...row }, namesakes)).toEqual({
    problem: expect.stringContaining(problem),
  });
});

test.each([
  ['another telephone', { phone: '+211977123699' }, [one], 'SC001'],
  ['another e-mail', { email: 'b@example.com' }, [one], 'SC001'],
  ['another telephone than both', { phone: '+211977123699' }, [one, two], 'SC001 and SC002'],
])('a namesake with %s is another person', (_, row, known, namesakes) => {
  expect(foundPerson({ name: 'Deng', ...row }, known)).toEqual({ namesakes });
});

test('whoever was numbered is found again, however many have the name', () => {
  const contacts = fc.record({
    phone: fc.constantFrom('', '+211977123601', '+211977123602', '+211977123603'),
    email: fc.constantFrom('', 'a@example.com', 'b@example.com'),
  });
  const people = fc.uniqueArray(contacts, { selector: ({ phone, email }) => phone + email });
  fc.assert(
    fc.property(people, (all) => {
      // As the import does: what shares a contact with an earlier row of the name is asked about.
      const seen = new Set<string>();
      const numbered = all.flatMap((person, index) => {
        const keys = contactKeys({ name: 'Deng', ...person });
        if (keys.some((key) => seen.has(key))) return [];
        for (const key of keys) seen.add(key);
        return [{ ...person, customerId: `SC00${index}` }];
      });
      for (const { customerId, ...person } of numbered)
        expect(foundPerson({ name: 'deng', ...person }, numbered)).toEqual({ customerId });
    }),
  );
});

test('a person is one by name, telephone and e-mail in any case', () => {
  expect(personKey({ name: 'Deng', email: 'A@example.com' })).toBe(
    personKey({ name: ' DENG ', email: 'a@example.com' }),
  );
  expect(personKey({ name: ' ', phone: '1' })).toBeUndefined();
});
