import { Button } from '@blueprintjs/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

// The set-up of the tests calls `ignoreKeysPressedElsewhere`, as the portal does.

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
