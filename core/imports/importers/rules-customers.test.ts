import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactsOf, customerNamed } from '../../customers/rules-names.ts';
import type { InvoiceRow } from '../fields/rules-billing.ts';
import type { CustomerRow } from '../fields/rules-customers.ts';
import { combineCustomers, findCustomers } from './rules-customers.ts';

describe('several rows of one customer', () => {
  const rows: CustomerRow[] = [
    { customerId: 'A', name: 'Achol Deng', packageType: 'Basic Fiber', status: 'Inactive' },
    { customerId: 'a', name: 'achol deng', packageType: 'Standard Fiber', status: 'Active' },
    { customerId: 'A', phone: '+211912345678', status: 'Inactive' },
  ];

  it('become one with the fields of the active row', () => {
    expect(combineCustomers(rows, [2, 3, 4])).toEqual({
      outcome: 'lines',
      invoice: {
        customerId: 'A',
        name: 'achol deng',
        packageType: 'Standard Fiber',
        status: 'Active',
        phone: '+211912345678',
      },
    });
  });

  it('are refused if they disagree about the name', () => {
    const other: CustomerRow = { customerId: 'A', name: 'Lual Deng' };
    expect(combineCustomers([...rows, other], [2, 3, 4, 9])).toEqual({
      outcome: 'refused',
      message:
        'customerId: Rows 2, 3, 4, 9 have the id A and disagree about name. Are they one customer?',
    });
  });

  it('are Active if any of them is, whatever their order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: 1 }), (some) => {
        const combined = combineCustomers(
          some,
          some.map((_, index) => index),
        );
        const isActive = some.some(({ status }) => status === 'Active');
        expect('invoice' in combined && combined.invoice.status === 'Active').toBe(isActive);
      }),
    );
  });
});

describe('the customer of an invoice', () => {
  const ids = new Map([
    ['Keji Wani', ['SC001']],
    ['Deng Akol', ['SC002', 'SC003']],
  ]);
  const row = (values: Partial<InvoiceRow>): InvoiceRow => ({ invoiceId: 'I-1', ...values });

  it('is found by its name if the row has no id', () => {
    const rows = [
      row({ customerName: 'Keji Wani' }),
      row({ customerName: 'Deng Akol' }),
      row({ customerName: 'Deng Akol', customerId: 'SC003' }),
      row({ customerName: 'Nobody' }),
      row({}),
    ];
    expect(findCustomers(rows, (one) => customerNamed(one, { byName: ids }))).toEqual({
      found: [
        { row: { ...rows[0], customerId: 'SC001' }, index: 0 },
        { row: rows[2], index: 2 },
        { row: rows[4], index: 4 },
      ],
      errors: [
        {
          index: 1,
          message:
            'customerName: Several customers are named Deng Akol, for example SC002 and SC003. Say which one in a column with the customer id.',
        },
        { index: 3, message: 'customerName: There is no customer named Nobody.' },
      ],
      notes: [],
    });
  });

  it('is found by its e-mail or telephone where the name does not tell, and this is told', () => {
    const contacts = contactsOf([
      { customerId: 'SC002', phone: '+211977123601', email: 'deng@example.org' },
      { customerId: 'SC009', phone: '+211977123609', email: '' },
    ]);
    const find = (values: Partial<InvoiceRow>) =>
      customerNamed(row(values), {
        byName: ids,
        contacts,
        knows: (id) => id.startsWith('SC'),
      });
    expect(find({ customerName: 'Deng Akol', customerEmail: 'Deng@example.org' })).toEqual({
      customerId: 'SC002',
      note: 'customerName: Not found by the name Deng Akol alone; SC002 has the e-mail Deng@example.org.',
    });
    expect(find({ customerPhone: '0977 123 609' })).toMatchObject({ customerId: 'SC009' });
    expect(find({ customerId: '17', customerName: 'Keji Wani' })).toEqual({
      customerId: 'SC001',
      note: 'customerId: There is no customer 17; SC001 has the name Keji Wani.',
    });
    expect(find({ customerId: '17', customerName: 'Nobody' })).toEqual({ customerId: '17' });
    expect(find({ customerId: 'SC003', customerName: 'Keji Wani' })).toEqual({
      customerId: 'SC003',
    });
  });
});
