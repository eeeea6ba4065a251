import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { anEntry } from '../../../testing/books-samples.ts';
import { aPayment } from '../../../testing/samples.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { PaymentDrawer } from './payment-detail.tsx';

let server: StubServer;
serveCalls(() => server);

const settled = [
  { invoiceId: 1, invoiceNumber: 'INV-2026-000001', amountUsd: 100, amountSsp: 40_000 },
];
let payment: ReturnType<typeof aPayment>;
beforeEach(() => {
  server = { getPayment: () => payment, listDocumentEntries: () => [anEntry] };
});
const open = () =>
  renderAs('technician', <PaymentDrawer id={7} onClose={() => {}} />, '/dashboard?tab=billing');

test('a payment shows settled invoices and credit, in both currencies', async () => {
  payment = aPayment({ allocations: settled, unallocatedUsd: 25, keptUsd: 25, keptSsp: 10_000 });
  open();
  const table = await screen.findByRole('table', { name: 'Invoices settled by RCT-2026-000007' });
  expect(within(table).getByText('SSP 40,000')).toBeInTheDocument();
  expect(screen.getByText('In advance').closest('div')).toHaveTextContent('$25.00SSP 10,000');
  expect(screen.queryByText('Reversal')).toBeNull();
});

test('a reversed payment also shows who reversed it, when and why', async () => {
  payment = aPayment({
    status: 'reversed',
    reversedDate: '2026-11-21',
    reversedAt: '2026-11-21T08:00:00.000Z',
    reversedBy: 'Achol Deng',
    reversalReason: 'The cheque came back',
    reversedAllocations: settled,
    keptUsd: 25,
    keptSsp: 10_000,
  });
  open();
  const reversal = within(await screen.findByRole('region', { name: 'Reversal' }));
  expect(reversal.getByText('Achol Deng')).toBeInTheDocument();
  expect(reversal.getByText('21 Nov 2026, 10:00')).toBeInTheDocument();
  expect(reversal.getByText('The cheque came back')).toBeInTheDocument();
  expect(screen.getByText('Invoices it had settled')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /INV-2026-000001/ })).toBeInTheDocument();
  expect(screen.getByText('Was in advance').closest('div')).toHaveTextContent('$25.00');
});

test('a payment shows its entries to those who may see the books', async () => {
  payment = aPayment();
  const { unmount } = open();
  const books = within(await screen.findByRole('region', { name: 'In the books' }));
  expect(await books.findByRole('link', { name: 'JE-2026-000007' })).toHaveAttribute(
    'href',
    '/accounting?entry=JE-2026-000007',
  );
  expect(books.getByText('$450.00')).toBeInTheDocument();
  unmount();
  renderAs('technical_manager', <PaymentDrawer id={7} onClose={() => {}} />);
  await screen.findByText('Invoices settled');
  expect(screen.queryByRole('region', { name: 'In the books' })).toBeNull();
});

test('a payment of which a part was paid out shows the refund with its receipt', async () => {
  payment = aPayment({
    refunds: [
      {
        refundId: 4,
        refundNumber: 'RF-2026-000004',
        date: '2026-11-22',
        amountUsd: 25,
        amountSsp: 10_000,
      },
    ],
  });
  open();
  const table = within(await screen.findByRole('table', { name: 'Refunds of RCT-2026-000007' }));
  expect(table.getByText('RF-2026-000004')).toBeInTheDocument();
  expect(table.getByText('$25.00')).toBeInTheDocument();
  expect(
    table.getByRole('button', { name: 'Download refund receipt RF-2026-000004' }),
  ).toBeEnabled();
});
