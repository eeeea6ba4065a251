import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aPreview } from '../../../testing/import-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { ImportsPage } from '../imports-page.tsx';

const refused = aPreview({
  reasons: ['openingBalanceUsd: ', ''].map((field) => ({
    message: `${field}Set the opening date of the books first: the first day.`,
    isRefusal: true,
    rows: 2,
    firstRows: [2, 3],
    field: null,
    text: null,
    suggestion: null,
  })),
});
const previews = () => callsOf(served.seen, 'POST /api/import/previews');
let isSet = false;
const server: StubServer = {
  previewImport: () => (isSet ? aPreview({ reasons: [] }) : refused),
  openingDate: () => ({ openingDate: null, version: 4 }),
  setOpeningDate: ({ body }) => {
    isSet = true;
    return { openingDate: (body as { openingDate: string }).openingDate, version: 5 };
  },
};
const served = serveCalls(() => server);
const ADDRESS = '/data-import?type=customers&file=12';

test('others are sent to an administrator', async () => {
  renderAs('support', <ImportsPage />, ADDRESS);
  expect(await screen.findByText('Ask an administrator to set the opening date.')).toBeVisible();
  expect(screen.queryByLabelText('Opening date')).toBeNull();
});

test('an administrator sets the missing opening date below the reason, and the preview is asked again', async () => {
  renderAs('admin', <ImportsPage />, ADDRESS);
  await userEvent.type(await screen.findByLabelText('Opening date'), '1 nov 2026');
  const asked = previews().length;
  await userEvent.click(screen.getByRole('button', { name: 'Set the opening date' }));
  await waitFor(() => expect(previews()).toHaveLength(asked + 1));
  expect(callsOf(served.seen, 'PUT /api/accounting/opening-date')[0]?.body).toEqual({
    openingDate: '2026-11-01',
    version: 4,
  });
  await waitFor(() => expect(screen.queryByLabelText('Opening date')).toBeNull());
});
