import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DetailDrawer } from './detail-drawer.tsx';

function List() {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <h1>Shops</h1>
      <button type="button" onClick={() => setOpen(true)}>
        View Tea House
      </button>
      {isOpen && (
        <DetailDrawer
          title="Tea House"
          actions={<button type="button">Edit</button>}
          onClose={() => setOpen(false)}
        >
          <p>Airport Road</p>
        </DetailDrawer>
      )}
    </main>
  );
}

async function openedDrawer(user: ReturnType<typeof userEvent.setup>) {
  render(<List />);
  await user.click(screen.getByRole('button', { name: 'View Tea House' }));
  return screen.findByRole('dialog', { name: 'Tea House' });
}

test('is a modal dialog named by its title, an h2', async () => {
  const dialog = await openedDrawer(userEvent.setup());
  expect(dialog).toHaveAttribute('aria-modal', 'true');
  expect(dialog).toHaveTextContent('Airport Road');
  expect(screen.getByRole('heading', { level: 2, name: 'Tea House' })).toBeInTheDocument();
});

test('takes the focus; Escape closes it and returns the focus', async () => {
  const user = userEvent.setup();
  const dialog = await openedDrawer(user);
  await waitFor(() => expect(dialog).toHaveFocus());
  await user.tab();
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'View Tea House' })).toHaveFocus();
});
