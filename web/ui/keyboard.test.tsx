import { Button } from '@blueprintjs/core';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

// The set-up of the tests calls `ignoreKeysPressedElsewhere` and `sendFormsByKey`, as the portal does.

function renderButton() {
  const clicks: string[] = [];
  render(
    <>
      <input aria-label="Amount" />
      <Button onClick={() => clicks.push('open')}>Open</Button>
    </>,
  );
  return { clicks, button: screen.getByRole('button'), input: screen.getByRole('textbox') };
}

test.each(['Enter', ' '])('a button is clicked by %j that was pressed on it', (key) => {
  const { clicks, button } = renderButton();
  fireEvent.keyDown(button, { key });
  fireEvent.keyUp(button, { key });
  expect(clicks).toEqual(['open']);
});

test.each(['Enter', ' '])('a button is not clicked by %j that was pressed elsewhere', (key) => {
  const { clicks, button, input } = renderButton();
  fireEvent.keyDown(input, { key });
  // Held, it repeats on the button that has the focus now.
  fireEvent.keyDown(button, { key, repeat: true });
  fireEvent.keyUp(button, { key });
  fireEvent.keyUp(button, { key });
  expect(clicks).toEqual([]);
});

test('other keys are released as ever', () => {
  const { button } = renderButton();
  const keys: string[] = [];
  button.addEventListener('keyup', ({ key }) => keys.push(key));
  fireEvent.keyUp(button, { key: 'Tab' });
  expect(keys).toEqual(['Tab']);
});

function renderForm() {
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form aria-label="Pay" onSubmit={send}>
      <input aria-label="Amount" />
      <select aria-label="Currency">
        <option>USD</option>
      </select>
      <textarea aria-label="Note" />
      <input aria-label="Line" onKeyDown={(event) => event.preventDefault()} />
      <input aria-label="All" type="checkbox" />
      <button type="button">Cancel</button>
      <button type="submit" disabled>
        Pay
      </button>
    </form>,
  );
  return send;
}

test.each([
  ['Amount', '{Enter}', 1],
  ['Currency', '{Enter}', 1],
  ['Note', '{Enter}', 0],
  ['Line', '{Enter}', 0],
  ['Amount', '{Control>}{Enter}{/Control}', 1],
  ['Currency', '{Meta>}{Enter}{/Meta}', 1],
  ['Note', '{Control>}{Enter}{/Control}', 1],
  ['All', '{Control>}{Enter}{/Control}', 1],
  ['Cancel', '{Control>}{Enter}{/Control}', 0],
])('in %s, %s sends the form %d times', async (field, keys, times) => {
  const send = renderForm();
  const user = userEvent.setup();
  const element = field === 'Cancel' ? screen.getByText(field) : screen.getByLabelText(field);
  element.focus();
  await user.keyboard(keys);
  expect(send).toHaveBeenCalledTimes(times);
});

test('a form is not sent by a key that is held since before it opened', () => {
  const send = renderForm();
  fireEvent.keyDown(screen.getByLabelText('Amount'), { key: 'Enter', repeat: true });
  expect(send).not.toHaveBeenCalled();
});
