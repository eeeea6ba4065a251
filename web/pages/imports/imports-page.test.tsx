import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { chooseFilter } from '../../testing/choose-filter.ts';
import { aPreview, aRun, aStagedFile } from '../../testing/import-samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { ImportsPage } from './imports-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
const PREVIEWS = 'POST /api/import/previews';

beforeEach(() => {
  server = {
    listImportRuns: () => ({ rows: [], total: 0 }),
    movingIn: () => ({ steps: [] }),
    stageImportFile: () => aStagedFile(),
    previewImport: () => aPreview(),
    startImportRun: () => aRun({ status: 'queued' }),
    getImportRun: () => aRun(),
  };
});

const show = (address: string) => renderAs('admin', <ImportsPage />, address);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const region = (name: string) => screen.findByRole('region', { name });
const address = () => screen.getByLabelText('Address').textContent;
const choose = (category: string, name: string) =>
  // Not limited to the accepted endings, as with a dropped file.
  userEvent.upload(
    screen.getByLabelText(`File: ${category}`),
    new File(['ID,Name\nC-1,Achol\n'], name),
    { applyAccept: false },
  );
/** The settings of the last preview that was asked for. */
const lastPreview = () =>
  callsOf(served.seen, PREVIEWS).at(-1)?.body as { settings?: object; show: string; type: string };

test('shows the five categories, the chosen one with the focus', async () => {
  show('/data-import?type=billing');
  for (const title of ['Customers', 'Billing', 'Cash', 'Accounting', 'General'])
    expect(await region(title)).toBeVisible();
  expect(button('Choose a file: Billing')).toHaveFocus();
});

test('the steps of moving in say what is missing, and lead to it', async () => {
  server.openingDate = () => ({ openingDate: null, version: 1 });
  server.movingIn = () => ({
    steps: [
      { key: 'openingDate', title: 'Opening date', state: 'open', told: 'Set it.', type: null },
      { key: 'accounts', title: 'Chart of accounts', state: 'done', told: '3.', type: 'accounts' },
    ],
  });
  const { unmount } = show('/data-import');
  expect(await screen.findByText('1 of 2 steps need you')).toBeVisible();
  expect(screen.getByLabelText('Opening date')).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Import Chart of accounts' }));
  expect(address()).toBe('/data-import?type=accounts');
  expect(button('Choose a file: General')).toHaveFocus();
  unmount();
  server.movingIn = () => ({ steps: [] });
  show('/data-import');
  expect(await screen.findByText('Nothing that is needed is missing')).toBeVisible();
});

test('a file with another ending is refused before it is sent', async () => {
  show('/data-import');
  await choose('Customers', 'customers.pdf');
  expect(await screen.findByText('Invalid File Type')).toBeVisible();
  expect(screen.getByText('Please upload an Excel (.xlsx, .xls) or CSV file.')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/import/files')).toEqual([]);
});

test('an uploaded file opens its preview; a general one by what its titles say', async () => {
  show('/data-import');
  await choose('General', 'Customers.CSV');
  await screen.findByRole('button', { name: 'Import 2 rows' });
  expect(address()).toBe('/data-import?type=customers&file=12');
  expect(screen.getByRole('group', { name: 'Preview' })).toHaveFocus();
  expect(lastPreview()).toEqual({ fileId: 12, type: 'customers', show: 'all' });
  expect(screen.getByText('customers.csv')).toBeVisible();
});

test('a general file has a template for each kind, and opens as what its titles say', async () => {
  server.importTemplate = () => ({ filename: 'openings-template.csv' });
  server.stageImportFile = () => aStagedFile({ detectedType: 'openings' });
  server.previewImport = () => aPreview({ type: 'openings', filename: 'trial.csv' });
  const { unmount } = show('/data-import?type=accounts');
  expect(button('Choose a file: General')).toHaveFocus();
  expect(button('Download template Chart of accounts .xlsx')).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Template' }), 'openings');
  await userEvent.click(button('Download template Trial balance .csv'));
  await waitFor(() => expect(served.saved).toEqual(['openings-template.csv']));
  await choose('General', 'trial.csv');
  await screen.findByRole('button', { name: 'Import 2 rows' });
  expect(address()).toBe('/data-import?type=openings&file=12');
  unmount();
  // After a reload in another tab, from the preview itself.
  sessionStorage.clear();
  show('/data-import?type=general&file=12');
  expect(await screen.findByText('trial.csv')).toBeVisible();
  expect(screen.getByText('Trial balance')).toBeVisible();
  await userEvent.click(button('Import 2 rows'));
  await waitFor(() => expect(callsOf(served.seen, 'POST /api/import/runs')).toHaveLength(1));
  expect(callsOf(served.seen, 'POST /api/import/runs')[0]?.body).toMatchObject({
    type: 'openings',
  });
});

test('a role is offered only the types that it may import', async () => {
  server.stageImportFile = () => aStagedFile({ detectedType: 'accounts' });
  const { unmount } = renderAs('support', <ImportsPage />, '/data-import');
  await choose('Customers', 'chart.csv');
  await screen.findByRole('button', { name: 'Import 2 rows' });
  expect(screen.queryByRole('button', { name: /^Read it as/ })).toBeNull();
  unmount();
  server.previewImport = () => refuse('rule', 'The columns do not tell what the file holds.');
  renderAs('support', <ImportsPage />, '/data-import?type=general&file=12');
  expect(await screen.findByRole('button', { name: 'Customers' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Chart of accounts' })).toBeNull();
});

test('an upload that fails says why', async () => {
  server.stageImportFile = () => refuse('tooLarge', 'The file is larger than 20 MB.');
  show('/data-import');
  await choose('Customers', 'customers.csv');
  expect(await screen.findByText('Upload Failed')).toBeVisible();
  expect(screen.getByText('The file is larger than 20 MB.')).toBeVisible();
  expect(button('Choose a file: Customers')).toBeVisible();
});

test('templates are downloaded', async () => {
  server.importTemplate = () => ({ filename: 'customers-template.csv' });
  show('/data-import');
  await userEvent.click(await screen.findByRole('button', { name: /template Customers .csv/ }));
  await waitFor(() => expect(served.saved).toEqual(['customers-template.csv']));
});

test('a role that imports network nodes only cannot upload customers', async () => {
  renderAs('technician', <ImportsPage />, '/data-import');
  expect(button('Choose a file: Customers')).toHaveAttribute('aria-disabled', 'true');
  await screen.findByRole('tab', { name: 'History' });
});

test('a role that imports customers only cannot upload invoices', async () => {
  renderAs('support', <ImportsPage />, '/data-import');
  expect(button('Choose a file: Customers')).not.toHaveAttribute('aria-disabled');
  expect(button('Choose a file: Billing')).toHaveAttribute('aria-disabled', 'true');
  await screen.findByRole('tab', { name: 'History' });
});

test('the preview shows every row with its outcome, errors and changes in words', async () => {
  show('/data-import?type=customers&file=12');
  const rows = await region('Rows');
  expect(await within(rows).findAllByText('Garang Hotel', { exact: false })).not.toEqual([]);
  expect(within(rows).getByTitle("Changes from 'Garang' to 'Garang Hotel'.")).toBeVisible();
  expect(within(rows).getByTitle("'Bsic' is no package.")).toHaveTextContent('Bsic');
  for (const name of ['All 3', 'New 1', 'Changed 1', 'Same 0', 'Refused 1'])
    expect(within(rows).getByRole('button', { name })).toBeVisible();
  await userEvent.click(within(rows).getByRole('button', { name: 'Refused 1' }));
  await waitFor(() => expect(lastPreview().show).toBe('refused'));
});

test('the totals say what is refused of them', async () => {
  const totals = [
    { key: 'customers', label: 'Customers', unit: 'count', file: '4', refused: '1' },
    { key: 'monthlyFees', label: 'Monthly fees', unit: 'usd', file: '390.00', refused: '60.00' },
    { key: 'openingBalances', label: 'Opening', unit: 'usd', file: '5.00', refused: '0.00' },
  ] as const;
  server.previewImport = () => aPreview({ totals: [...totals] });
  renderAs('admin', <ImportsPage />, '/data-import?type=customers&file=12');
  const shown = await screen.findByLabelText('Totals of the rows that are not refused');
  expect(shown).toHaveTextContent(
    'Customers3 and 1 refusedMonthly fees$330.00 and $60.00 refusedOpening$5.00',
  );
});

test('rows that cannot be judged are called not read, without counts', async () => {
  const problem = 'Choose the column that tells the records apart.';
  const rows = aPreview().rows.map((row) => ({ ...row, fate: 'refused', problems: [problem] }));
  server.previewImport = () => aPreview({ problem, rows: rows as never, totals: [] });
  renderAs('admin', <ImportsPage />, '/data-import?type=customers&file=12');
  expect(await screen.findByText(`Row 2: not read. ${problem}`)).toBeVisible();
  expect(screen.getByText(/^No row can be read yet\./)).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Rows shown' })).toBeNull();
});

test('a suggested replacement is applied with one click, and the draft survives a reload', async () => {
  const { unmount } = show('/data-import?type=customers&file=12');
  const reasons = await region('Reasons');
  expect(within(reasons).getByLabelText('Package type instead of Bsic')).toHaveValue('Basic Fiber');
  server.previewImport = ({ body }) =>
    aPreview({
      settings: (body as { settings: ReturnType<typeof aPreview>['settings'] }).settings,
      reasons: [],
      counts: { rows: 6, new: 2, changed: 1, same: 0, refused: 0, lines: 2, leftOut: 1 },
    });
  await userEvent.click(within(reasons).getByRole('button', { name: 'Apply the suggestion' }));
  // The former preview stays meanwhile, but cannot be imported.
  expect(button('Import 2 rows')).toHaveAttribute('aria-disabled', 'true');
  expect(await screen.findByRole('button', { name: 'Import 3 rows' })).toBeVisible();
  expect(screen.getByText('2 further lines of a record, 1 left out')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Reasons' })).toBeNull();
  const value = { 'packageType.Bsic': 'Basic Fiber' };
  expect(lastPreview().settings).toMatchObject({ value });
  unmount();
  show('/data-import?type=customers&file=12');
  await screen.findByRole('button', { name: 'Import 3 rows' });
  expect(lastPreview().settings).toMatchObject({ value });
});

test('customers without ids are numbered on request', async () => {
  show('/data-import?type=customers&file=12');
  const box = await screen.findByRole('checkbox', { name: 'Number customers without an ID' });
  expect(box).not.toBeChecked();
  await userEvent.click(box);
  await waitFor(() => expect(lastPreview().settings).toMatchObject({ numberRows: true }));
});

test('a field is read from another column, joined columns, or has one value', async () => {
  show('/data-import?type=customers&file=12');
  // The simulated window is narrow.
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
  const phone = screen.getByLabelText('Phone');
  await userEvent.selectOptions(phone, 'Mobile');
  await waitFor(() => expect(lastPreview().settings).toMatchObject({ map: { phone: ['Mobile'] } }));
  await userEvent.selectOptions(phone, 'First filled of…');
  await userEvent.click(button('Add column'));
  await userEvent.selectOptions(screen.getByLabelText('Phone: column 2'), 'Phone');
  await waitFor(() =>
    expect(lastPreview().settings).toMatchObject({
      map: { phone: { first: ['Mobile', 'Phone'] } },
    }),
  );
  await userEvent.selectOptions(screen.getByLabelText('Package type'), 'Same for all rows…');
  await waitFor(() =>
    expect(lastPreview().settings).toMatchObject({ set: { packageType: 'Basic Fiber' } }),
  );
});

test('the import cannot start while a required field has no column or nothing would be written', async () => {
  server.previewImport = () => aPreview({ missing: ['name'] });
  show('/data-import?type=customers&file=12');
  const start = await screen.findByRole('button', { name: 'Import 2 rows' });
  expect(start).toHaveAttribute('aria-disabled', 'true');
  await userEvent.hover(start);
  expect(await screen.findByText('Choose a column for Name.')).toBeVisible();
  expect(screen.getByLabelText(/^Name/)).toHaveAttribute('aria-invalid', 'true');
});

test('a file of another type can be read as that type', async () => {
  server.stageImportFile = () => aStagedFile({ detectedType: 'billing' });
  show('/data-import');
  await choose('Customers', 'invoices.csv');
  await userEvent.click(await screen.findByRole('button', { name: 'Read it as Billing' }));
  await waitFor(() => expect(lastPreview().type).toBe('billing'));
  expect(address()).toBe('/data-import?type=billing&file=12');
});

test('what the reader of the file says is told once: as a warning, or quietly', async () => {
  const header = 'The header is in row 3; the rows above it were left out.';
  server.previewImport = () =>
    aPreview({ warnings: [header, 'Columns that were not read: Phone, Mobile.', 'Look here.'] });
  show('/data-import?type=customers&file=12');
  expect((await screen.findByText(header)).closest('.bp6-callout')).toBeNull();
  expect(screen.getByText('Look here.').closest('.bp6-callout')).not.toBeNull();
  expect(screen.queryByText(/Columns that were not read/)).toBeNull();
});

test('a preview that fails can be asked again', async () => {
  server.previewImport = () => refuse('invalid', 'The file has no rows.');
  show('/data-import?type=customers&file=12');
  expect(await screen.findByText('The file has no rows.')).toBeVisible();
  server.previewImport = () => aPreview();
  await userEvent.click(button('Try again'));
  expect(await screen.findByRole('button', { name: 'Import 2 rows' })).toBeVisible();
});

test('the import starts with the previewed settings, and its success is told', async () => {
  let polls = 0;
  server.getImportRun = () => {
    polls += 1;
    return polls < 2
      ? aRun({ status: 'running', recordsProcessed: 1 })
      : aRun({ recordsProcessed: 2000, recordsFailed: 12 });
  };
  show('/data-import?type=customers&file=12');
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 rows' }));
  expect(await region('Importing')).toHaveTextContent('1 of 3');
  expect(button('Stop')).toBeVisible();
  expect(await screen.findByText('Successfully processed 1,988 records, 12 refused')).toBeVisible();
  expect(address()).toBe('/data-import?run=7');
  const [started] = callsOf(served.seen, 'POST /api/import/runs');
  expect(started?.body).toEqual({ fileId: 12, type: 'customers', settings: aPreview().settings });
  expect(started?.headers.get('idempotency-key')).toBeTruthy();
});

test('the result has the reconciliation, the errors and the refused rows', async () => {
  server.exportRefusedRows = () => ({ filename: 'refused.xlsx' });
  server.getImportRun = () => aRun({ recordsProcessed: 4321 });
  show('/data-import?run=7');
  const table = within(await screen.findByRole('table', { name: 'Reconciliation' }));
  expect(table.getByRole('row', { name: /^Customers.*Explained 3 2 1/ })).toBeVisible();
  expect(
    table.getByRole('row', { name: /^Monthly fees.*Equal \$135\.00 \$135\.00/ }),
  ).toBeVisible();
  const errors = within(await region('Errors and notes'));
  expect(errors.getByText("'Bsic' is no package.")).toBeVisible();
  expect(errors.getByText(/^Some records could not be processed\. /)).toBeVisible();
  // It was not started here: an old success is not told.
  expect(screen.queryByText(/^Successfully processed 4,320 records/)).toBeNull();
  await userEvent.click(button('Refused rows'));
  await userEvent.click(await screen.findByRole('menuitem', { name: /\.xlsx/ }));
  await waitFor(() => expect(served.saved).toEqual(['refused.xlsx']));
});

test('changed records are listed with before and after, and lead to the record', async () => {
  server.listImportChanges = () => ({
    rows: [
      {
        row: 3,
        entity: 'customers',
        entityId: 2,
        label: 'C-2 Garang Hotel',
        fields: [{ field: 'monthlyFeeUsd', before: '40.00', after: '45.00' }],
      },
    ],
    total: 1,
  });
  show('/data-import?run=7&part=changes');
  expect(await screen.findByText('Monthly fee (USD):')).toBeVisible();
  expect(screen.getByRole('link', { name: 'C-2 Garang Hotel' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&customer=C-2',
  );
});

test('an undo says what it does, shows its progress and what it kept', async () => {
  const undo = { status: 'running', at: null, by: 'Grace Akol', removed: 0, reversed: 0 } as const;
  let run = aRun();
  server.getImportRun = () => run;
  server.undoImportRun = () => {
    run = aRun({ undo: { ...undo, kept: 0, error: '' } });
    return run;
  };
  server.listKeptRecords = () => ({
    rows: [{ entity: 'invoice', entityId: 4, label: 'INV-4', reason: 'It has been paid.' }],
    total: 1,
  });
  show('/data-import?run=7');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo this import' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Undo This Import' }));
  expect(
    dialog.getByText(/The 1 new record \(customers\) of this import is removed/),
  ).toBeVisible();
  expect(dialog.getByText(/The 1 changed record is not set back/)).toBeVisible();
  expect(dialog.getByText(/whose opening balance was posted stay as Inactive/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Undo this import' }));
  expect(await region('Undoing the import')).toHaveTextContent('0 of 1');
  run = aRun({ undo: { ...undo, status: 'done', kept: 1, error: '' }, mayUndo: false });
  const reconciliation = await region('Reconciliation as it was before the undo');
  expect(within(reconciliation).queryByText('Equal')).toBeNull();
  await userEvent.click(await screen.findByRole('tab', { name: 'Kept (1)' }));
  expect(await screen.findByText('It has been paid.')).toBeVisible();
});

test('the history lists imports by type, and opens one', async () => {
  server.listImportRuns = () => ({ rows: [aRun()], total: 1 });
  show('/data-import?view=history');
  const row = await screen.findByRole('row', { name: /customers\.csv/ });
  for (const text of ['Grace Akol', 'Customers', 'Done']) expect(row).toHaveTextContent(text);
  await chooseFilter('Type', 'Billing');
  await waitFor(() => expect(served.seen.at(-1)?.url.searchParams.get('type')).toBe('billing'));
  await userEvent.click(screen.getByRole('link', { name: 'customers.csv' }));
  expect(await region('Reconciliation')).toBeVisible();
});
