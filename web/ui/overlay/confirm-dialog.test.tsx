import { BlueprintProvider } from '@blueprintjs/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ClientError } from '../../client/errors.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

test('after a failure its button has the focus, and Escape closes it and its toast', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  let refuse: (error: ClientError) => void = () => undefined;
  const onConfirm = vi.fn(() => new Promise((_, reject) => (refuse = reject)));
  const { unmount } = render(
    <BlueprintProvider>
      <ConfirmDialog
        title="Delete SC001?"
        confirmLabel="Delete customer"
        onConfirm={onConfirm}
        onClose={onClose}
      >
        <input aria-label="Word" />
      </ConfirmDialog>
    </BlueprintProvider>,
  );
  const confirm = screen.getByRole('button', { name: 'Delete customer' });
  confirm.focus();
  await user.keyboard('{Enter}');
  expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Escape}{Enter}');
  expect(onClose).not.toHaveBeenCalled();
  refuse(new ClientError(503, 'The database is down.'));
  expect(await screen.findByText('The database is down.')).toBeVisible();
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-disabled'));
  expect(confirm).toHaveFocus();
  await user.type(screen.getByLabelText('Word'), 'yes{Enter}');
  expect(onConfirm).toHaveBeenCalledTimes(2);
  refuse(new ClientError(503, 'The database is down.'));
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-disabled'));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  await waitFor(() => expect(screen.queryByText('The database is down.')).toBeNull());
});
