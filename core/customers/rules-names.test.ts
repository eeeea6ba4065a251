import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePhone } from '../kernel/phone.ts';
import { searchKey } from '../kernel/text.ts';
import { contactsOf, type NamesCustomer, type Reachable, reached } from './rules-names.ts';

/** The definition: a look at every customer for each row. */
function reachedOneByOne(
  { customerEmail = '', customerPhone = '' }: NamesCustomer,
  customers: readonly Reachable[],
): ReturnType<typeof reached> {
  const email = searchKey(customerEmail);
  const byEmail = email === '' ? [] : customers.filter((one) => searchKey(one.email) === email);
  if (byEmail.length > 0)
    return { ids: byEmail.map((one) => one.customerId), by: `e-mail ${customerEmail.trim()}` };
  const phone = parsePhone(customerPhone);
  const byPhone = phone === undefined ? [] : customers.filter((one) => one.phone === phone);
  return { ids: byPhone.map((one) => one.customerId), by: `telephone ${customerPhone.trim()}` };
}

const emails = ['', ' ', 'deng@example.org', 'Deng@Example.org', ' deng@example.org', 'a@b.ss'];
const storedPhones = ['', '+211977123601', '+211977123602', '+211912345601'];
const phones = [...storedPhones, '0977 123 601', '211977123602', '0000', 'none', '+254722123413'];

const customersOf = fc.array(
  fc.record({ email: fc.constantFrom(...emails), phone: fc.constantFrom(...storedPhones) }),
  { maxLength: 12 },
);
const rowOf = fc.record(
  { customerEmail: fc.constantFrom(...emails), customerPhone: fc.constantFrom(...phones) },
  { requiredKeys: [] },
);

it('the index finds the customers that a look at each of them finds, in their order', () => {
  fc.assert(
    fc.property(customersOf, fc.array(rowOf, { minLength: 1 }), (some, rows) => {
      const customers = some.map((one, index) => ({ ...one, customerId: `SC${index}` }));
      const contacts = contactsOf(customers);
      for (const row of rows)
        expect(reached(row, contacts)).toEqual(reachedOneByOne(row, customers));
    }),
  );
});

it('an empty e-mail or telephone is nobody’s', () => {
  const contacts = contactsOf([{ customerId: 'SC1', email: '', phone: '' }]);
  for (const row of [{}, { customerEmail: ' ', customerPhone: '' }])
    expect(reached(row, contacts).ids).toEqual([]);
});
