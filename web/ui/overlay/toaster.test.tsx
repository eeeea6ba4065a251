import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { useReturnFocus } from './return-focus.ts';
import { toastWithActions } from './toaster.tsx';

const print = vi.fn();
const next = vi.fn();

function Sent({ onSend }: { onSend: () => void }) {
  useReturnFocus();
  return (
    <div role="dialog" aria-modal="true" aria-label="Record payment">
      <button type="button" onClick={onSend}>
        Send
      </button>
    </div>
  );
}

/** A page with a button that opens a form; the form shows a toast with two actions. */
function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Sent
          onSend={() => {
            toastWithActions('Recorded', 'RCT-1', [
              { label: 'Print', onClick: print, keeps: true },
              { label: 'Next', onClick: next },
            ]);
            setOpen(false);
          }}
        />
      )}
    </main>
  );
}

async function sendByKey() {
  const user = userEvent.setup();
  render(<Page />);
  screen.getByRole('button', { name: 'Open' }).focus();
  await user.keyboard('{Enter}');
  screen.getByRole('button', { name: 'Send' }).focus();
  await user.keyboard('{Enter}');
  return user;
}

const button = (name: string) => screen.findByRole('button', { name });
const isGone = () => waitFor(() => expect(screen.queryByText('Recorded')).toBeNull());

test('what was sent by key goes on at the first button of its toast', async () => {
  const user = await sendByKey();
  const first = await button('Print');
  await waitFor(() => expect(first).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(print).toHaveBeenCalledOnce();
  expect(first).toBeInTheDocument();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(next).toHaveBeenCalledOnce();
  // What opens from the toast returns here.
  expect(await button('Open')).toHaveFocus();
  await isGone();
});

test('Escape closes the toast and returns the focus', async () => {
  const user = await sendByKey();
  const first = await button('Print');
  await waitFor(() => expect(first).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(await button('Open')).toHaveFocus();
  await isGone();
});

test('the focus stays after a click, and F6 goes to the toast and back', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(await button('Open'));
  await user.click(await button('Send'));
  const first = await button('Print');
  const open = await button('Open');
  expect(open).toHaveFocus();
  await user.keyboard('{F6}');
  expect(first).toHaveFocus();
  await user.keyboard('{F6}');
  expect(open).toHaveFocus();
});

test('the focus stays if the user has gone on by key before the answer', async () => {
  const user = userEvent.setup();
  render(<Page />);
  const open = screen.getByRole('button', { name: 'Open' });
  open.focus();
  await user.keyboard('{Enter}{ArrowDown}');
  open.focus();
  toastWithActions('Recorded', 'RCT-1', [{ label: 'Print', onClick: print }]);
  await button('Print');
  expect(open).toHaveFocus();
});
