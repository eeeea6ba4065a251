import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { afterAll, expect, test } from 'vitest';
import { closePdf, type Letterhead } from '../../documents/pdf/pdf.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { creditNotePdf, invoicePdf, refundPdf } from './pdf.ts';
import type { CreditNoteDocument, InvoiceDocument, RefundDocument } from './schema.ts';

const company: Letterhead = {
  name: 'Nilelink Networks Ltd',
  logoText: 'NLN',
  city: 'Juba, South Sudan',
  address: 'Plot 114, Airport Road',
  phone: '+211 920 555 010',
  emails: ['billing@nilelink.example'],
  paymentInstructions: ['Mobile money: 0920 555 010'],
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
const record = {
  customerId: 3,
  customerNumber: customer.customerId,
  customerName: customer.name,
  company,
  customer,
  exchangeRate: cents(40_000),
  createdAt: new Date('2026-11-23T08:00:00Z'),
  version: 1,
};
const router = { description: 'Router AC1200', quantity: 2, unitPriceUsd: cents(45_50) };

const sale: InvoiceDocument = {
  ...record,
  id: 42,
  invoiceId: 'INV-2026-000042',
  kind: 'equipment',
  billingMonth: null,
  description: 'Equipment, order SO-2026-0007',
  billDate: isoDate('2026-11-23'),
  dueDate: isoDate('2026-12-15'),
  status: 'pending',
  lines: [
    { ...router, amountUsd: cents(91_00) },
    { description: 'Patch cable', quantity: 12, unitPriceUsd: cents(0), amountUsd: cents(0) },
  ],
  amountUsd: cents(91_00),
  amountSsp: cents(36_400_00),
  paidUsd: cents(0),
  paidSsp: cents(0),
  openUsd: cents(91_00),
  openSsp: cents(36_400_00),
  todaysRate: cents(400_00),
  on: isoDate('2026-11-27'),
  daysPastDue: 0,
  nearingOverdue: false,
  paidDate: null,
  disputedSince: null,
  countedDueDate: null,
  paymentAccount: null,
  paymentReference: '',
  notes: '',
  packageName: null,
};

const note: CreditNoteDocument = {
  ...record,
  id: 17,
  receiptId: 'CN-2026-000001',
  kind: 'credit_note',
  moneyAccount: '4410',
  creditedInvoiceId: 42,
  paymentDate: isoDate('2026-11-23'),
  amountUsd: cents(45_50),
  amountSsp: cents(18_200_00),
  currency: 'USD',
  account: null,
  reference: '',
  notes: 'Does not reach the kitchen',
  status: 'recorded',
  allocations: [
    {
      invoiceId: 42,
      invoiceNumber: 'INV-2026-000042',
      amountUsd: cents(20_00),
      amountSsp: cents(8_000_00),
    },
  ],
  reversedAllocations: [],
  refunds: [
    {
      refundId: 1,
      refundNumber: 'RF-2026-000001',
      date: isoDate('2026-11-23'),
      amountUsd: cents(10_00),
      amountSsp: cents(4_000_00),
    },
  ],
  unallocatedUsd: cents(15_50),
  keptUsd: cents(15_50),
  keptSsp: cents(6_200_00),
  reversedDate: null,
  reversedAt: null,
  reversedBy: '',
  reversalReason: '',
  createdBy: 'Achol Deng',
  invoiceNumber: 'INV-2026-000042',
  orderNumber: 'SO-2026-0007',
  lines: [{ ...router, quantity: 1, amountUsd: cents(45_50) }],
};

const refund: RefundDocument = {
  ...record,
  id: 1,
  refundNumber: 'RF-2026-000001',
  date: isoDate('2026-11-23'),
  account: 'cash',
  currency: 'SSP',
  amountUsd: cents(10_00),
  moneyUsd: cents(10_00),
  amountSsp: cents(4_000_00),
  reference: '',
  reason: 'Moves away',
  parts: [{ paymentId: 17, receiptId: 'RCT-2026-000001', amountUsd: cents(10_00) }],
  createdBy: 'Achol Deng',
};

afterAll(closePdf);

test('the invoice of a sale shows quantity and price of each line', async () => {
  const { text } = readPdf(await invoicePdf(sale));
  for (const shown of [
    'DescriptionQuantityPrice (USD)Amount (USD)',
    'Router AC12002$45.50$91.00',
    'Patch cable12$0.00$0.00',
    'Amount due$91.00',
  ])
    expect(text).toContain(shown);
});

test('a credit note shows the goods, what it settled, what was paid out and what is left', async () => {
  const { pages, text } = readPdf(await creditNotePdf(note));
  expect(pages).toHaveLength(1);
  for (const shown of [
    'Credit note',
    'CN-2026-000001',
    'InvoiceINV-2026-000042',
    'OrderSO-2026-0007',
    'Router AC12001$45.50$45.50',
    'Total credit$45.50',
    'Settles INV-2026-000042$20.00',
    'Paid out, RF-2026-000001$10.00',
    'Left as credit$15.50',
    'Does not reach the kitchen',
  ])
    expect(text).toContain(shown);
  const dollars = { ...note, lines: [], company: { ...company, showsSsp: false } };
  const plain = readPdf(await creditNotePdf(dollars)).text;
  expect(plain).toContain('Equipment$45.50');
  expect(plain).not.toContain('SSP');
});

test('the receipt of a refund in pounds shows them, and has a place to sign', async () => {
  const dollarsOnly = { ...company, showsSsp: false };
  const { text } = readPdf(await refundPdf({ ...refund, company: dollarsOnly }));
  for (const shown of [
    'Refund receipt',
    'SSP 4,000',
    'Credit of RCT-2026-000001$10.00',
    'Total credit paid out$10.00',
    'The amounts in USD are the credit that these pounds',
    'Paid for Nilelink Networks Ltd',
    'Received by the customer',
  ])
    expect(text).toContain(shown);
});
