import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ModuleScreen } from '../../app/modules/module-screen.tsx';
import { storeUser } from '../../client/session.ts';
import { useRead } from '../../client/use-read.ts';
import { aUser, minutesAgo } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { BackupsPage } from './backups-page.tsx';

const here = '/backup-management';
const hoursAgo = (hours: number) => minutesAgo(hours * 60);

const nightly = {
  filename: 'nimule-20261121-020000-scheduled.sql',
  created: hoursAgo(30),
  size: 1234.5,
  type: 'scheduled',
  verification: 'verified',
  verifiedAt: hoursAgo(30),
  problems: [] as string[],
};
const manual = {
  ...nightly,
  filename: 'nimule-20261122-100000-manual.sql',
  created: hoursAgo(3),
  size: 0.42,
  type: 'manual',
  verification: 'failed',
  verifiedAt: hoursAgo(2),
  problems: ['invoices: 3 rows differ.', 'The trial balance is $1.00 higher.'],
};
const idle = { work: null, filename: null, step: '', percent: null, by: '', startedAt: null };
const allWell = {
  totalBackups: 2,
  totalSizeMB: 1234.92,
  lastBackup: hoursAgo(3),
  directory: '/var/lib/nimule/backups',
  alert: null as string | null,
  copiedTo: null,
  pause: null as object | null,
};

let server: StubServer;
let progress: object;
let stats: typeof allWell;
const served = serveCalls(() => server);

beforeEach(() => {
  storeUser(aUser({ role: 'super_admin' }));
  progress = idle;
  stats = allWell;
  server = {
    listBackups: () => [manual, nightly],
    getBackupStats: () => stats,
    getBackupProgress: () => progress,
  };
});
afterEach(() => {
  vi.useRealTimers();
});

const show = () => renderAs('super_admin', <BackupsPage />, here);
const rowOf = async (filename: string) =>
  within((await screen.findByText(filename)).closest('tr') as HTMLElement);
const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('without the permission the page shows Access Denied and asks nothing', () => {
  renderAs('billing', <ModuleScreen module="backups" />, here);
  expect(screen.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
  expect(served.seen).toEqual([]);
});

test('shows the figures, the statements and the files of seeds/001 2', async () => {
  show();
  const row = await rowOf(manual.filename);
  for (const [title, value] of [
    ['Total Backups', '2'],
    ['Total Size (MB)', '1,234.92'],
    ['Last Backup', '3 hours ago'],
    ['Auto Backups', 'Daily at 2:00 AM'],
  ] as const) {
    expect(within(screen.getByRole('region', { name: title })).getByText(value)).toBeVisible();
  }
  const about = screen.getByRole('region', { name: 'How backups are made' });
  for (const statement of [
    'Automatic backups run daily at 2:00 AM.',
    'The last 30 backups are kept.',
    'They are stored in the server backup directory: /var/lib/nimule/backups',
    'The format is PostgreSQL dump files (.sql).',
    'Manual backups are instant, full dumps with the same retention.',
  ]) {
    expect(about).toHaveTextContent(statement);
  }
  for (const text of ['3 hours ago', 'Manual', '0.42', 'Failed'])
    expect(row.getByText(text)).toBeVisible();
  const other = await rowOf(nightly.filename);
  for (const text of ['1 day ago', 'Scheduled', '1,234.50', 'Verified'])
    expect(other.getByText(text)).toBeVisible();
  await userEvent.click(row.getByRole('button', { name: `What differs in ${manual.filename}` }));
  const problems = await screen.findByRole('dialog', { name: 'Verification Failed' });
  expect(problems).toHaveTextContent('invoices: 3 rows differ.');
  expect(problems).toHaveTextContent('The trial balance is $1.00 higher.');
});

test('without a backup it says what to do', async () => {
  server.listBackups = () => [];
  stats = { ...allWell, totalBackups: 0, totalSizeMB: 0, lastBackup: null as unknown as string };
  show();
  expect(await screen.findByText('No backups found')).toBeVisible();
  expect(screen.getByText('Create your first backup to get started')).toBeVisible();
  expect(await screen.findByText('None')).toBeVisible();
});

test('an error can be retried', async () => {
  server.listBackups = () => refuse('unavailable', 'The backup directory cannot be read.');
  show();
  expect(await screen.findByText('The backup directory cannot be read.')).toBeVisible();
  server.listBackups = () => [nightly];
  await userEvent.click(button('Try again'));
  expect(await screen.findByText(nightly.filename)).toBeVisible();
});

test('a manual backup is made, and told with its name and size', async () => {
  server.createBackup = () => ({ filename: 'nimule-20261122-130000-manual.sql', size: 12.3 });
  show();
  await rowOf(manual.filename);
  await userEvent.click(button('Create Manual Backup'));
  expect(await screen.findByText('Backup Created Successfully')).toBeVisible();
  expect(screen.getByText('nimule-20261122-130000-manual.sql, 12.30 MB')).toBeVisible();
  await waitFor(() => expect(callsOf(served.seen, 'GET /api/backups')).toHaveLength(2));
});

test.each([
  ['of the server', () => refuse('unavailable', 'The disk is full.'), 'The disk is full.'],
  [
    'without a message',
    () => {
      throw new Error('a bug');
    },
    'Failed to create backup',
  ],
])(
  'a failed backup is told with the message %s, until it is dismissed',
  async (_, answer, text) => {
    server.createBackup = answer;
    show();
    await rowOf(manual.filename);
    await userEvent.click(button('Create Manual Backup'));
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    await userEvent.click(button("Dismiss 'Backup Failed'"));
    expect(screen.queryByRole('button', { name: /^Dismiss/ })).toBeNull();
  },
);

test('a restore is confirmed with a word; then everything is read again', async () => {
  const user = userEvent.setup();
  const restored: unknown[] = [];
  server.restoreBackup = ({ params }) => {
    restored.push(params);
    return { message: 'The data are in place.' };
  };
  server.currentUser = () => aUser({ role: 'super_admin' });
  server.currentRates = () => ({ standard: 400, voucher: 1300 });
  const Rates = () => <p>{useRead('currentRates').data ? 'rates' : ''}</p>;
  renderAs(
    'super_admin',
    <>
      <BackupsPage />
      <Rates />
    </>,
    here,
  );
  const row = await rowOf(nightly.filename);
  await user.click(row.getByRole('button', { name: `Restore ${nightly.filename}` }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Restore Database' });
  const inDialog = within(dialog);
  expect(
    inDialog.getByText(
      'This will replace ALL current data with the backup data. This action cannot be undone.',
    ),
  ).toBeVisible();
  for (const text of [nightly.filename, '1,234.50 MB', 'Scheduled'])
    expect(inDialog.getByText(text)).toBeVisible();
  // The button is another element once it is enabled.
  const confirm = () => inDialog.getByRole('button', { name: 'Restore database' });
  await user.click(confirm());
  expect(restored).toEqual([]);
  await user.type(inDialog.getByLabelText('Type RESTORE to confirm'), 'restore');
  await user.click(confirm());
  expect(await screen.findByText('Database Restored')).toBeVisible();
  expect(restored).toEqual([{ filename: nightly.filename }]);
  await waitFor(() =>
    expect(callsOf(served.seen, 'GET /api/billing/rates/current')).toHaveLength(2),
  );
  expect(callsOf(served.seen, 'GET /api/user')).toHaveLength(1);
});

test('a failed restore is told', async () => {
  const user = userEvent.setup();
  server.restoreBackup = () => {
    throw new Error('a bug');
  };
  show();
  const row = await rowOf(nightly.filename);
  await user.click(row.getByRole('button', { name: /^Restore/ }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.type(dialog.getByLabelText('Type RESTORE to confirm'), 'RESTORE');
  await user.click(dialog.getByRole('button', { name: 'Restore database' }));
  await waitFor(() => expect(screen.getAllByText('Failed to restore backup')).toHaveLength(2));
  expect(screen.getByText('Restore Failed')).toBeVisible();
});

test('a verification tells what was compared, or what differs', async () => {
  const user = userEvent.setup();
  const result = { filename: nightly.filename, tables: 41, rows: 12_345, seconds: 9 };
  server.verifyBackup = () => ({ ...result, verified: true, problems: [] });
  show();
  const row = await rowOf(nightly.filename);
  await user.click(row.getByRole('button', { name: /^Verify/ }));
  expect(await screen.findByText('Backup Verified')).toBeVisible();
  expect(screen.getByText(/41 tables and 12,345 rows/)).toBeVisible();
  server.verifyBackup = () => ({ ...result, verified: false, problems: manual.problems });
  await user.click(row.getByRole('button', { name: /^Verify/ }));
  expect(await screen.findByText('Verification Failed')).toBeVisible();
  expect(screen.getByText('The trial balance is $1.00 higher.')).toBeVisible();
});

test('deleting asks with the text of seeds/001 2', async () => {
  const user = userEvent.setup();
  const deleted: unknown[] = [];
  server.deleteBackup = ({ params }) => {
    deleted.push(params);
    if (deleted.length === 1) refuse('conflict', 'A restore is reading it.');
    return { message: 'It was deleted.' };
  };
  show();
  const row = await rowOf(nightly.filename);
  await user.click(row.getByRole('button', { name: /^Delete/ }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Backup' }));
  expect(
    dialog.getByText(
      `Are you sure you want to delete ${nightly.filename}? This action cannot be undone.`,
    ),
  ).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Delete backup' });
  await user.click(confirm);
  expect(await screen.findByText('Delete Failed')).toBeVisible();
  expect(screen.getByText('A restore is reading it.')).toBeVisible();
  await user.click(confirm);
  expect(await screen.findByText('Backup Deleted')).toBeVisible();
  expect(deleted).toEqual([{ filename: nightly.filename }, { filename: nightly.filename }]);
});

test('a download is saved under its name', async () => {
  server.downloadBackup = () => ({ filename: nightly.filename });
  show();
  const row = await rowOf(nightly.filename);
  await userEvent.click(row.getByRole('button', { name: /^Download/ }));
  await waitFor(() => expect(served.saved).toEqual([nightly.filename]));
});

test('work of another process is shown, disables the buttons, and is polled in the background', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  progress = {
    work: 'verify',
    filename: nightly.filename,
    step: 'Loading invoices (3 of 41 tables)',
    percent: 45.6,
    by: 'Grace Akol',
    startedAt: hoursAgo(0),
  };
  show();
  const strip = await screen.findByRole('region', {
    name: `Verifying a backup: ${nightly.filename}`,
  });
  expect(strip).toHaveTextContent('45%');
  expect(strip).toHaveTextContent('Loading invoices (3 of 41 tables) · started by Grace Akol');
  const row = await rowOf(nightly.filename);
  for (const name of [/^Restore/, /^Verify/, /^Delete/])
    expect(row.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  expect(button('Create Manual Backup')).toHaveAttribute('aria-disabled', 'true');
  expect(row.getByRole('button', { name: /^Download/ })).not.toHaveAttribute('aria-disabled');

  const polls = () => callsOf(served.seen, 'GET /api/backups/progress');
  const lists = () => callsOf(served.seen, 'GET /api/backups');
  const before = polls().length;
  await act(() => vi.advanceTimersByTimeAsync(4_100));
  expect(polls().length).toBe(before + 2);
  expect(polls().at(-1)?.headers.get('x-background')).toBe('1');
  expect(lists()).toHaveLength(1);

  progress = idle;
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  await waitFor(() => expect(lists()).toHaveLength(2));
  expect(button('Create Manual Backup')).not.toHaveAttribute('aria-disabled');
  const idlePolls = polls().length;
  await act(() => vi.advanceTimersByTimeAsync(30_100));
  expect(lists()).toHaveLength(3);
  expect(polls()).toHaveLength(idlePolls + 1);
  expect(lists().at(-1)?.headers.get('x-background')).toBe('1');
});

test('says what is wrong, and since when jobs are paused; resuming says what resumes', async () => {
  const user = userEvent.setup();
  stats = {
    ...allWell,
    alert: 'The backup of 22 Nov 2026 failed: the disk is full.',
    pause: { since: '2026-11-22T08:05:00Z', by: 'Grace Akol', filename: nightly.filename },
  };
  server.resumeAfterRestore = () => {
    stats = { ...stats, pause: null };
    return { message: 'Jobs run again.' };
  };
  show();
  expect(await screen.findByText(/^The backup of 22 Nov 2026 failed/)).toBeVisible();
  expect(
    screen.getByText(`Since 22 Nov 2026, 10:05, when Grace Akol restored ${nightly.filename}.`),
  ).toBeVisible();
  await user.click(button('Resume'));
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Resume Jobs and Messages' }),
  );
  expect(dialog.getByText(/monthly billing, and the disconnection of customers/)).toBeVisible();
  expect(dialog.getByText(/^E-mails of invoices are not sent again by this/)).toBeVisible();
  expect(dialog.queryByText(/waiting before the restore/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Resume' }));
  expect(await screen.findByText('Jobs and Messages Resumed')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/^Since 22 Nov/)).toBeNull());
});
