import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@nimule/core/kernel/errors';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { call } from '../../client/call.ts';
import { download } from '../../client/download.ts';
import type { ClientError } from '../../client/errors.ts';
import { aSecondStep } from '../../testing/factor-samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { OperationDialog } from '../operation-dialog.tsx';
import { ConfirmAgain } from './confirm-again.tsx';

const ASKED = 'Enter your password or a second factor again to do this.';
let isConfirmed: boolean;
let server: StubServer;
const served = serveCalls(() => server);

function confirming(answer: unknown): unknown {
  if (isConfirmed) return answer;
  throw new AppError('forbidden', 'session.confirm', ASKED);
}

beforeEach(() => {
  isConfirmed = false;
  server = {
    secondStep: () => aSecondStep({ step: null }),
    confirmSession: ({ body }) => {
      const { password, code } = body as { password?: string; code?: string };
      if (password !== 'secret' && code !== '123456')
        throw new AppError('rule', 'password.wrong', 'The password is not right.', {
          fields: { password: 'The password is not right.' },
        });
      isConfirmed = true;
      return { until: '2026-11-21T08:10:00.000Z' };
    },
    deleteUser: () => confirming({ message: 'Deleted.' }),
    downloadBackup: () => confirming({ filename: 'nimule.sql' }),
  };
});

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <OperationDialog
          title="Delete Grace?"
          confirmLabel="Delete"
          operation="deleteUser"
          input={{ params: { id: 3 } }}
          failure="Failed."
          done={() => undefined}
          onClose={() => setOpen(false)}
        >
          <label>
            Reason <input defaultValue="" />
          </label>
        </OperationDialog>
      )}
      <ConfirmAgain />
    </>
  );
}

const question = () => screen.findByRole('dialog', { name: 'Confirm it is you' });
const sent = (name: string) => callsOf(served.seen, name).length;

async function pressDelete() {
  renderAs('super_admin', <Opener />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete Grace?' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'has left');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
}

test('asks for the password above the open dialog, then does what was asked for', async () => {
  await pressDelete();
  const asked = within(await question());
  const box = await asked.findByLabelText('Password');
  await waitFor(() => expect(box).toHaveFocus());
  await userEvent.type(box, 'wrong{Enter}');
  expect(await asked.findByText('The password is not right.')).toBeVisible();
  expect(screen.getByLabelText('Reason')).toHaveValue('has left');
  await userEvent.clear(box);
  await userEvent.type(box, 'secret{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent('DELETE /api/users/3')).toBe(2);
  expect(sent('POST /api/auth/confirm')).toBe(2);
});

test('takes a code, which is sent by itself', async () => {
  await pressDelete();
  const asked = within(await question());
  await userEvent.click(await asked.findByRole('button', { name: 'Use a code' }));
  await userEvent.type(await asked.findByLabelText('Code'), '123456');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(callsOf(served.seen, 'POST /api/auth/confirm')[0]?.body).toEqual({ code: '123456' });
});

test('when cancelled, says the refusal, keeps what was typed and gives the focus back', async () => {
  await pressDelete();
  const asked = within(await question());
  await userEvent.click(asked.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText(ASKED)).toBeVisible();
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete Grace?' }));
  expect(dialog.getByLabelText('Reason')).toHaveValue('has left');
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Delete' })).toHaveFocus());
  expect(sent('DELETE /api/users/3')).toBe(1);
  expect(sent('POST /api/auth/confirm')).toBe(0);
});

test('asks once for calls that are refused at the same time, and for a download', async () => {
  renderAs('super_admin', <ConfirmAgain />);
  const both = Promise.all([
    call('deleteUser', { params: { id: 3 } }),
    download('downloadBackup', { params: { filename: 'nimule.sql' } }),
  ]);
  const box = await within(await question()).findByLabelText('Password');
  await userEvent.type(box, 'secret{Enter}');
  await act(() => both);
  expect(screen.queryByRole('dialog', { name: 'Confirm it is you' })).toBeNull();
  expect(sent('POST /api/auth/confirm')).toBe(1);
  expect(served.saved).toEqual(['nimule.sql']);
});

test('a refusal is passed on where nothing can ask, and after the confirmation', async () => {
  const refused = () =>
    call('deleteUser', { params: { id: 3 } }).then(
      () => 'it was done',
      ({ code }: ClientError) => code,
    );
  expect(await refused()).toBe('session.confirm');
  renderAs('super_admin', <ConfirmAgain />);
  server.confirmSession = () => ({ until: '2026-11-21T08:10:00.000Z' });
  const outcome = refused();
  await userEvent.type(await within(await question()).findByLabelText('Password'), 'secret{Enter}');
  expect(await act(() => outcome)).toBe('session.confirm');
  expect(sent('DELETE /api/users/3')).toBe(3);
});
