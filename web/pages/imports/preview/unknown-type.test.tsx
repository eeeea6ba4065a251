import { AppError } from '@nimule/core/kernel/errors';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aPreview, aRun, aStagedFile } from '../../../testing/import-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { ImportsPage } from '../imports-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
const settings = { map: {}, value: {}, set: {}, keepPrices: false, combineRows: false };

beforeEach(() => {
  server = {
    listImportRuns: () => ({ rows: [], total: 0 }),
    movingIn: () => ({ steps: [] }),
    stageImportFile: () => aStagedFile({ detectedType: null, sheets: ['Notes', 'Balances'] }),
    previewImport: () => {
      throw new AppError(
        ...(['rule', 'import.unknownKind'] as const),
        'The columns do not tell what the file holds: a, b. Import it as customers, billing, openings.',
      );
    },
  };
});

const lastPreview = () => callsOf(served.seen, 'POST /api/import/previews').at(-1)?.body;

test('a file whose titles do not tell its type is read from another sheet and row, as any type', async () => {
  renderAs('admin', <ImportsPage />, '/data-import');
  await userEvent.upload(screen.getByLabelText('File: General'), new File(['a,b\n'], 'odd.csv'));
  const openings = await screen.findByRole('button', { name: 'Trial balance' });
  expect(screen.getByRole('heading', { name: 'What does the file hold?' })).toBeVisible();
  expect(screen.getByText('The columns do not tell what the file holds: a, b.')).toBeVisible();
  expect(screen.queryByText(/could not be read/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Chart of accounts' })).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Sheet'), 'Balances');
  await waitFor(() =>
    expect(lastPreview()).toMatchObject({ type: 'general', settings: { sheet: 'Balances' } }),
  );
  await userEvent.type(await screen.findByLabelText('Column titles in row'), '3{Enter}');
  const chosen = { ...settings, sheet: 'Balances', headerRow: 3 };
  await waitFor(() => expect(lastPreview()).toMatchObject({ settings: chosen }));
  expect(openings).toBeVisible();
  server.previewImport = () => aPreview({ type: 'openings' });
  await userEvent.click(openings);
  expect(await screen.findByRole('button', { name: 'Import 2 rows' })).toBeVisible();
  expect(lastPreview()).toMatchObject({ type: 'openings', settings: chosen });
  expect(screen.getByLabelText('Address')).toHaveTextContent('?type=openings&file=12');
});

test('an import of a trial balance can be previewed again', async () => {
  server.getImportRun = () => aRun({ type: 'openings' });
  renderAs('admin', <ImportsPage />, '/data-import?run=7');
  expect(await screen.findByRole('link', { name: 'Preview again' })).toHaveAttribute(
    'href',
    '/data-import?type=openings&file=12',
  );
});
