import { readFileSync } from 'node:fs';
import { isoDate, isoMonth } from '@nimule/core/kernel/dates';
import { cents, sumOf } from '@nimule/core/kernel/money';
import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { afterAll, describe, expect, test } from 'vitest';
import { closePdf, type Letterhead } from '../../documents/pdf/pdf.ts';
import { MISSING } from '../../documents/pdf/text.ts';
import { invoicePdf, receiptPdf, statementPdf } from './pdf.ts';
import type { InvoiceDocument, ReceiptDocument, StatementDocument } from './schema.ts';

const company: Letterhead = {
  name: 'Nilelink Networks Ltd',
  logoText: 'NLN',
  city: 'Juba, South Sudan',
  address: 'Plot 114, Airport Road',
  phone: '+211 920 555 010',
  emails: ['billing@nilelink.example', 'support@nilelink.example'],
  taxNumber: '100-482-771',
  website: 'www.nilelink.example',
  paymentInstructions: ['Bank: Equity Bank, account 2001 5550 1042', 'Mobile money: 0920 555 010'],
  showsSsp: true,
  demo: false,
};

const customer = {
  customerId: 'SC003',
  name: 'Konyo Konyo Trading',
  address: 'Hai Konyo Konyo, Juba Central',
  phone: '+211921234567',
  email: 'accounts@konyo.example',
};

function invoice(changes: Partial<InvoiceDocument> = {}): InvoiceDocument {
  return {
    company,
    id: 42,
    invoiceId: 'INV-2026-000042',
    customerId: 3,
    customerNumber: customer.customerId,
    customerName: customer.name,
    customer,
    kind: 'recurring',
    description: 'Internet, November 2026',
    billDate: isoDate('2026-11-01'),
    dueDate: isoDate('2026-11-15'),
    status: 'pending',
    billingMonth: isoMonth('2026-11'),
    lines: [
      { description: 'Standard Fiber 50Mbps, November 2026', amountUsd: cents(45_000) },
      { description: 'Connection fee', amountUsd: cents(78_450) },
    ],
    amountUsd: cents(123_450),
    paidUsd: cents(0),
    openUsd: cents(123_450),
    amountSsp: cents(49_380_000),
    openSsp: cents(49_380_000),
    todaysRate: cents(40_000),
    on: isoDate('2026-11-27'),
    paidSsp: cents(0),
    exchangeRate: cents(40_000),
    daysPastDue: 0,
    nearingOverdue: false,
    ...{ paidDate: null, disputedSince: null, countedDueDate: null },
    paymentAccount: null,
    paymentReference: '',
    createdAt: new Date('2026-11-01T08:00:00Z'),
    version: 1,
    notes: '',
    packageName: 'Standard Fiber 50Mbps',
    ...changes,
  };
}

const settled = {
  invoiceId: 42,
  invoiceNumber: 'INV-2026-000042',
  amountUsd: cents(55_000),
  amountSsp: cents(22_275_000),
};
const reversedBy = (name: string, reason: string): Partial<ReceiptDocument> => ({
  status: 'reversed',
  allocations: [],
  reversedAllocations: [settled],
  reversedDate: isoDate('2026-11-20'),
  reversedBy: name,
  reversalReason: reason,
});

function receipt(changes: Partial<ReceiptDocument> = {}): ReceiptDocument {
  return {
    company,
    id: 17,
    receiptId: 'RCT-2026-000017',
    kind: 'payment',
    moneyAccount: '1160',
    creditedInvoiceId: null,
    customerId: 3,
    customerNumber: customer.customerId,
    customerName: customer.name,
    customer,
    paymentDate: isoDate('2026-11-12'),
    amountUsd: cents(56_172),
    currency: 'SSP',
    amountSsp: cents(22_749_660),
    exchangeRate: cents(40_500),
    account: 'mobile_money',
    reference: 'MM-77120-A',
    allocations: [settled],
    reversedAllocations: [],
    refunds: [],
    unallocatedUsd: cents(1172),
    keptUsd: cents(1172),
    keptSsp: cents(474_660),
    notes: '',
    status: 'recorded',
    reversedDate: null,
    reversedAt: null,
    reversedBy: '',
    reversalReason: '',
    createdAt: new Date('2026-11-13T08:00:00Z'),
    createdBy: 'Achol Deng',
    version: 1,
    balance: {
      balanceUsd: cents(70_000),
      balanceSsp: cents(28_350_000),
      on: isoDate('2026-11-13'),
    },
    ...changes,
  };
}

function statement(count: number, changes: Partial<StatementDocument> = {}): StatementDocument {
  let balance = 12_500;
  const lines = Array.from({ length: count }, (_, index) => {
    const debit = index % 2 === 0 ? 45_000 : 0;
    const credit = index % 2 === 0 ? 0 : 45_000;
    balance += debit - credit;
    return {
      date: isoDate('2026-03-07'),
      reference: `INV-2026-${String(index).padStart(6, '0')}`,
      description: `Line ${index} of the account`,
      debitUsd: cents(debit),
      creditUsd: cents(credit),
      balanceUsd: cents(balance),
      debitSsp: null,
      creditSsp: null,
      balanceSsp: null,
    };
  });
  return {
    company,
    customer,
    from: isoDate('2026-01-01'),
    to: isoDate('2026-11-30'),
    openingUsd: cents(12_500),
    openingSsp: null,
    ...{ lines, disputed: [] },
    closingUsd: cents(balance),
    closingSsp: cents(balance * 400),
    exchangeRate: cents(40_000),
    ...changes,
  };
}

const naughtyStrings = readFileSync(
  new URL('../../../fixtures/files/naughty-strings.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

afterAll(closePdf);

describe('an invoice', () => {
  test('shows customer, lines, sums, rate and payment instructions', async () => {
    const { pages, text, info } = readPdf(await invoicePdf(invoice()));
    expect(pages).toHaveLength(1);
    for (const shown of [
      'INV-2026-000042',
      'Konyo Konyo Trading',
      'Customer SC003',
      '1 Nov 2026',
      '15 Nov 2026',
      'November 2026',
      'Standard Fiber 50Mbps, November 2026$450.00',
      'Connection fee$784.50',
      'Total$1,234.50',
      'Amount due$1,234.50',
      'Total in SSPSSP 493,800',
      '1 USD = 400 SSP',
      'Bank: Equity Bank, account 2001 5550 1042',
      'Please quote INV-2026-000042',
      'Tax no. 100-482-771',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).not.toContain('DEMO');
    expect(info).toMatchObject({
      Title: 'Invoice INV-2026-000042',
      Author: 'Nilelink Networks Ltd',
      CreationDate: 'D:20261101120000Z',
    });
  });

  test('shows what was paid and what is left, in both currencies', async () => {
    const { text } = readPdf(
      await invoicePdf(
        invoice({
          status: 'overdue',
          paidUsd: cents(23_450),
          openUsd: cents(100_000),
          openSsp: cents(40_000_000),
        }),
      ),
    );
    expect(text).toContain('Paid-$234.50');
    expect(text).toContain('Amount due$1,000.00');
    expect(text).toContain('SSP 400,000');
    expect(text).toContain('StatusOverdue');
  });

  test('shows its own rate and what settles it today where the rate has changed', async () => {
    const changed = { openSsp: cents(160_654_128), todaysRate: cents(130_137) };
    const { text } = readPdf(await invoicePdf(invoice(changed)));
    for (const shown of [
      'Total in SSPSSP 493,800',
      'In SSP on 27 Nov 2026SSP 1,606,541.28',
      'if paid on 27 Nov 2026',
      "SSP at this invoice's rate: 1 USD = 400 SSP.",
      'SSP on 27 Nov 2026: 1 USD = 1,301.37 SSP.',
      'Pounds count at the rate of the day of payment.',
    ])
      expect(text).toContain(shown);
    const same = readPdf(await invoicePdf(invoice())).text;
    expect(same).toContain('Pounds count at the rate of the day of payment.');
    expect(same).not.toContain('27 Nov 2026');
    const paid = { ...changed, status: 'paid', openUsd: cents(0), openSsp: cents(0) } as const;
    expect(readPdf(await invoicePdf(invoice(paid))).text).not.toMatch(/1,301|day of payment/);
  });

  test('has no payment request if it is paid or cancelled', async () => {
    const paid = readPdf(
      await invoicePdf(invoice({ status: 'paid', paidUsd: cents(123_450), openUsd: cents(0) })),
    );
    expect(paid.text).toContain('StatusPaid');
    expect(paid.text).toContain('Amount due$0.00');
    expect(paid.text).not.toContain('HOW TO PAY');

    const cancelled = readPdf(await invoicePdf(invoice({ status: 'cancelled' })));
    expect(cancelled.text).toContain('This invoice was cancelled. Do not pay it.');
    expect(cancelled.text).toContain('Amount due$0.00');
    expect(cancelled.text).not.toContain('HOW TO PAY');
  });

  test('runs over several pages with the head row on each', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => ({
      description: `Voucher bundle ${index + 1}`,
      amountUsd: cents(1000 + index),
    }));
    const total = sumOf(lines, (line) => line.amountUsd);
    const { pages, text } = readPdf(
      await invoicePdf(invoice({ lines, amountUsd: total, openUsd: total })),
    );
    expect(pages.length).toBeGreaterThan(7);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('DescriptionAmount (USD)');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain('Invoice');
    }
    for (const line of lines) expect(text).toContain(`${line.description}$`);
    expect(pages.at(-1)).toContain('Amount due$3,448.50');
  });

  test('is marked on every page as a demonstration where the company is one', async () => {
    const { pages } = readPdf(
      await invoicePdf(
        invoice({ company: { ...company, demo: true }, notes: 'A long note.\n\n'.repeat(80) }),
      ),
    );
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page).toContain('DEMO');
    expect(pages[0]).toContain('NOT A REAL DOCUMENT');
  });

  test('shows the logo letters of the company', async () => {
    const drawn = async (logoText: string) =>
      (await readPdf(await invoicePdf(invoice({ company: { ...company, logoText } })))).text;
    expect(await drawn('N')).not.toContain('Q');
    for (const letters of ['Q', 'QX', 'QXz', 'QXzW'])
      expect(await drawn(letters)).toContain(letters);
  });

  test('is only in dollars if the company shows only dollars', async () => {
    const dollars = { company: { ...company, showsSsp: false } };
    const documents = [
      await invoicePdf(invoice(dollars)),
      await receiptPdf(receipt({ ...dollars, currency: 'USD' })),
      await statementPdf(statement(3, dollars)),
    ];
    for (const bytes of documents) expect((await readPdf(bytes)).text).not.toMatch(/SSP/);
    // Payments received in pounds are still shown in pounds.
    expect((await readPdf(await receiptPdf(receipt(dollars)))).text).toContain('SSP 227,496.60');
  });

  test('is the same bytes each time', async () => {
    const first = await invoicePdf(invoice());
    const again = await invoicePdf(invoice());
    expect(again.equals(first)).toBe(true);
    await closePdf();
    expect((await invoicePdf(invoice())).equals(first)).toBe(true);
  });
});

describe('a receipt', () => {
  test('shows the money in both currencies, what it paid for and what is kept', async () => {
    const { pages, text } = readPdf(await receiptPdf(receipt()));
    expect(pages).toHaveLength(1);
    for (const shown of [
      'RCT-2026-000017',
      '12 Nov 2026',
      'SSP 227,496.60',
      '$561.72',
      '1 USD = 405 SSP',
      'Mobile money',
      'MM-77120-A',
      'Achol Deng',
      'Invoice INV-2026-000042$550.00',
      'Kept in advance, for the next invoice$11.72',
      'Total received$561.72',
      'Balance after this payment$700.00',
      'In SSPSSP 283,500',
      'Balance when this payment was recorded, 13 Nov 2026.',
      'Thank you for your payment.',
    ]) {
      expect(text).toContain(shown);
    }
  });

  test('says what the customer has in advance after it', async () => {
    const balance = { balanceUsd: cents(-1172), balanceSsp: null, on: isoDate('2026-11-12') };
    const { text } = readPdf(await receiptPdf(receipt({ kind: 'credit', balance })));
    expect(text).toContain('In advance after this credit$11.72');
    expect(text).not.toContain('In SSP');
  });

  test('is void once the payment is reversed, and still says what it had settled', async () => {
    const reversal = reversedBy('Grace Akol', 'The cheque came back.\nThe customer was called.');
    const { pages, text } = readPdf(await receiptPdf(receipt(reversal)));
    expect(pages).toHaveLength(1);
    for (const shown of [
      'This payment was reversed. The receipt is void.',
      'StatusReversed',
      'Reversed on20 Nov 2026',
      'Reversed byGrace Akol',
      'Had been applied to',
      'Invoice INV-2026-000042$550.00',
      'Kept in advance$11.72',
      'REASON FOR THE REVERSAL',
      'The cheque came back.',
      'The customer was called.',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).not.toContain('Thank you');
    expect(text).not.toContain('Balance after');
  });

  test('with a long reason of many lines keeps it whole', async () => {
    const reason = Array.from({ length: 250 }, (_, line) => `${line % 10}`).join('\n');
    const { pages } = readPdf(await receiptPdf(receipt(reversedBy('Grace Akol', reason))));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.at(-1)).toContain('9');
  });

  test('of money paid wholly in advance has its one row', async () => {
    const { text } = readPdf(
      await receiptPdf(receipt({ allocations: [], keptUsd: cents(56_172), currency: 'USD' })),
    );
    expect(text).toContain('Kept in advance, for the next invoice$561.72');
  });
});

describe('a statement', () => {
  test('adds up from the opening to the closing balance over all pages', async () => {
    const { pages, text } = readPdf(await statementPdf(statement(75)));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toContain('ChargesPaymentsBalance');
    expect(pages[0]).toContain('Opening balance$125.00');
    for (let index = 0; index < 75; index += 1) expect(text).toContain(`Line ${index} of the`);
    expect(pages.at(-1)).toContain('Charges$17,100.00');
    expect(pages.at(-1)).toContain('Payments and credits-$16,650.00');
    expect(pages.at(-1)).toContain('Closing balance$575.00');
    expect(pages.at(-1)).toContain('SSP 230,000');
    expect(pages.at(-1)).toContain('Please quote customer number SC003');
  });

  test('never leaves its totals alone on a page, however many rows there are', async () => {
    // Around the end of the first page.
    const counts = [...Array(10).keys()].map((index) => 11 + index);
    const documents = await Promise.all(counts.map((count) => statementPdf(statement(count))));
    const wrong = documents.flatMap((bytes, index) => {
      const count = counts[index]!;
      const { pages, text } = readPdf(bytes);
      const page = pages.find((one) => one.includes('Payments and credits'))!;
      const rows = page.match(/Line \d+ of the account/g)?.length ?? 0;
      const all = text.match(/Line \d+ of the account/g)?.length;
      const isWhole =
        pages.at(-1) === page && rows > 0 && page.includes('Closing balance$') && all === count;
      return isWhole && page.includes('ChargesPaymentsBalance') ? [] : [`${count}: ${page}`];
    });
    expect(wrong).toEqual([]);
    expect(new Set(documents.map((bytes) => readPdf(bytes).pages.length))).toEqual(new Set([1, 2]));
  });

  test('with a text that may break over pages does not either', async () => {
    for (const count of [6, 8, 10]) {
      const long = statement(count);
      long.lines[0]!.description = 'word '.repeat(90);
      const { pages } = readPdf(await statementPdf(long));
      const page = pages.find((one) => one.includes('Payments and credits'))!;
      expect(page).toContain(`Line ${count - 1} of the account`);
    }
  });

  test('calls a balance below zero a credit and asks for no payment', async () => {
    const { text } = readPdf(
      await statementPdf(
        statement(0, {
          openingUsd: cents(-5000),
          closingUsd: cents(-5000),
          closingSsp: cents(-2_000_000),
        }),
      ),
    );
    expect(text).toContain('CREDIT BALANCE');
    expect(text).toContain('$50.00');
    expect(text).not.toContain('HOW TO PAY');
  });
});

describe('text of the data', () => {
  test('that is hostile is drawn or visibly replaced, wherever it stands', async () => {
    const lines = naughtyStrings.map((description) => ({ description, amountUsd: cents(100) }));
    expect(lines.length).toBeGreaterThan(400);
    const { text } = readPdf(
      await invoicePdf(invoice({ lines, notes: naughtyStrings.join('\n') })),
    );
    expect(text).toContain('Amount due$1,234.50');
    expect(text).toContain(MISSING);
    const shown = text.replace(/\s/g, '');
    const plain = naughtyStrings.filter((line) => /^[!-~ ]{1,80}$/.test(line));
    expect(plain.length).toBeGreaterThan(200);
    for (const line of plain) expect(shown).toContain(line.replace(/\s/g, ''));
  });

  // Every text field at once, for each string: grouped, because a document takes its time.
  const groups = Array.from({ length: 20 }, (_, group) =>
    naughtyStrings.filter((_, index) => index % 20 === group),
  );

  test.each([0, 5, 10, 15])(
    'that is hostile leaves the sums of a receipt: from group %i',
    async (from) => {
      const documents = groups.slice(from, from + 5).map((group) => {
        const at = (index: number) => group[index % group.length]!;
        return receiptPdf(
          receipt({
            company: {
              name: at(0),
              logoText: at(1),
              city: at(2),
              address: at(3),
              phone: at(4),
              emails: [at(5), at(6)],
              taxNumber: at(7),
              website: at(8),
              paymentInstructions: [at(9)],
              showsSsp: true,
              demo: true,
            },
            receiptId: at(10),
            customer: {
              customerId: at(11),
              name: at(12),
              address: at(13),
              phone: at(14),
              email: at(15),
            },
            reference: at(16),
            createdBy: at(17),
            allocations: group.map((invoiceNumber) => ({ ...settled, invoiceNumber })),
          }),
        );
      });
      for (const bytes of await Promise.all(documents)) {
        expect(readPdf(bytes).text).toContain('Total received$561.72');
      }
    },
  );

  test('in any script stands beside the customer number, and embeds only its own letters', async () => {
    const lines = [{ description: 'የኢንተርኔት አገልግሎት', amountUsd: cents(123_450) }];
    const bytes = await invoicePdf(
      invoice({ customer: { ...customer, name: '王小明 (محمد)' }, lines }),
    );
    const { text } = readPdf(bytes);
    expect(text).toContain('王小明');
    expect(text).toContain('የኢንተርኔት አገልግሎት');
    expect(text).toContain('Customer SC003');
    expect(text).not.toContain(MISSING);
    expect(bytes.length).toBeLessThan(60_000);
  });

  test('is never markup, link, file or page number', async () => {
    const before = await invoicePdf(invoice());
    const bytes = await invoicePdf(
      invoice({
        invoiceId: 'INV-<b>&amp;</b>]]><x>',
        company: { ...company, name: '</rdf:li><evil/>' },
        customer: { ...customer, name: '{{currentPage}} <a href="https://x.example">x</a>' },
        notes: 'file:///etc/passwd https://x.example [link](https://x.example)',
      }),
    );
    const { text } = readPdf(bytes);
    expect(text).toContain('{{currentPage}} <a ');
    expect(text).toContain('[link](https://x.example)');
    const raw = bytes.toString('latin1');
    expect(raw).not.toMatch(/\/(URI|Launch|JavaScript|EmbeddedFile|Annots)\b/);
    expect(raw).not.toContain('<evil/>');
    expect(before.toString('latin1')).toContain('<rdf:li>Nilelink Networks Ltd</rdf:li>');
  });

  test('wraps words without a place to break inside their own column', async () => {
    const long = 'W'.repeat(3000);
    const { pages, text } = readPdf(
      await invoicePdf(
        invoice({
          customer: { ...customer, name: long, email: `${'a'.repeat(500)}@x.example` },
          lines: [{ description: long, amountUsd: cents(1) }],
          packageName: long,
        }),
      ),
    );
    expect(text.match(/W/g)?.length).toBeGreaterThanOrEqual(9000);
    expect(pages.length).toBeGreaterThan(1);
    expect(text).toContain('Page 1 of');
  });

  test('of many short lines that no page can hold flows on', async () => {
    const notes = Array.from({ length: 400 }, (_, index) => `n${index}`).join('\n');
    const instructions = Array.from({ length: 150 }, (_, index) => `way ${index}`);
    const { text } = readPdf(
      await invoicePdf(
        invoice({ notes, company: { ...company, paymentInstructions: instructions } }),
      ),
    );
    expect(text).toContain('n399');
    expect(text).toContain('way 149');
  });
});
