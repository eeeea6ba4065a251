import { Button } from '@blueprintjs/core';
import { render, screen, waitFor } from '@testing-library/react';
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
