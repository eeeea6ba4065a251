import { Button } from '@blueprintjs/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ActionMenu } from './action-menu.tsx';

test('focuses its first item, moves by arrow keys, and Enter runs the action', async () => {
  const user = userEvent.setup();
  const done: string[] = [];
  render(
    <ActionMenu
      label="Actions for Tea House"
      actions={[
        { label: 'Email', onClick: () => done.push('email') },
        {
          label: 'Reverse',
          onClick: () => done.push('reverse'),
          disabledReason: 'It is reversed.',
        },
        { label: 'Edit', onClick: () => done.push('edit') },
      ]}
    >
      <Button>More</Button>
    </ActionMenu>,
  );
  const item = (name: RegExp) => screen.getByRole('menuitem', { name });
  screen.getByRole('button', { name: 'More' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(item(/Email/)).toHaveFocus());
  await user.keyboard('{ArrowDown}');
  // A disabled action is focusable, shows its reason, and does nothing.
  expect(item(/Reverse/)).toHaveFocus();
  expect(item(/Reverse/)).toHaveTextContent('It is reversed.');
  await user.keyboard('{Enter}{ArrowDown}');
  expect(done).toEqual([]);
  expect(item(/Edit/)).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowUp}{Home}{End}{Enter}');
  await waitFor(() => expect(done).toEqual(['edit']));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('returns the focus to its button, unless the user has gone elsewhere while it closes', async () => {
  const user = userEvent.setup();
  render(
    <>
      <ActionMenu label="Actions" actions={[{ label: 'Email', onClick: () => undefined }]}>
        <Button>More</Button>
      </ActionMenu>
      <input aria-label="Name" />
    </>,
  );
  const more = screen.getByRole('button', { name: 'More' });
  const isClosed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  for (const key of ['{Enter}', '{Escape}']) {
    await user.click(more);
    await waitFor(() => expect(screen.getByRole('menuitem')).toHaveFocus());
    await user.keyboard(key);
    await isClosed();
    expect(more).toHaveFocus();

    await user.click(more);
    const item = await screen.findByRole('menuitem');
    await waitFor(() => expect(item).toHaveFocus());
    // Both at once, so that the menu is still closing.
    if (key === '{Enter}') fireEvent.click(item);
    else fireEvent.keyDown(item, { key: 'Escape' });
    screen.getByLabelText('Name').focus();
    await isClosed();
    expect(screen.getByLabelText('Name')).toHaveFocus();
  }
});
