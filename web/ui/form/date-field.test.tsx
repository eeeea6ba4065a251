import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DateInput } from './date-input.tsx';

function Box({ initial = '2026-11-21' }: { initial?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <DateInput label="Due date" aria-label="Due date" value={value} onChange={setValue} />
      <output aria-label="Held">{value}</output>
      <button type="button" onClick={() => setValue('2026-01-31')}>
        Start afresh
      </button>
    </>
  );
}

const box = () => screen.getByRole('textbox', { name: 'Due date' });
const held = () => screen.getByLabelText('Held').textContent;

test('formats a date and parses typed dates, day first', async () => {
  const user = userEvent.setup();
  render(<Box />);
  expect(box()).toHaveValue('21 Nov 2026');
  for (const [typed, date, shown] of [
    ['3/4/2026', '2026-04-03', '3 Apr 2026'],
    ['9 dec 2026', '2026-12-09', '9 Dec 2026'],
    ['2026-12-10', '2026-12-10', '10 Dec 2026'],
  ] as const) {
    await user.clear(box());
    await user.type(box(), typed);
    expect(held()).toBe(date);
    await user.tab();
    expect(box()).toHaveValue(shown);
  }
  await user.click(screen.getByRole('button', { name: 'Start afresh' }));
  expect(box()).toHaveValue('31 Jan 2026');
});

test('keeps invalid text, which the schema rejects', async () => {
  const user = userEvent.setup();
  render(<Box />);
  await user.clear(box());
  await user.type(box(), '11/21/2026');
  await user.tab();
  expect(held()).toBe('11/21/2026');
  expect(box()).toHaveValue('11/21/2026');
});

test('the calendar sets the date and returns the focus', async () => {
  const user = userEvent.setup();
  render(<Box />);
  await user.click(screen.getByRole('button', { name: 'Calendar for Due date' }));
  await user.click(await screen.findByRole('gridcell', { name: '16' }));
  expect(held()).toBe('2026-11-16');
  expect(box()).toHaveValue('16 Nov 2026');
  await waitFor(() => expect(box()).toHaveFocus());
});

test('the calendar leaves the focus where the user has gone while it closes', async () => {
  const user = userEvent.setup();
  render(<Box />);
  const afresh = screen.getByRole('button', { name: 'Start afresh' });
  await user.click(screen.getByRole('button', { name: 'Calendar for Due date' }));
  const day = await screen.findByRole('gridcell', { name: '16' });
  // At once, so that the calendar is still closing.
  fireEvent.click(day);
  afresh.focus();
  await waitFor(() => expect(screen.queryByRole('gridcell')).toBeNull());
  expect(held()).toBe('2026-11-16');
  expect(afresh).toHaveFocus();
});
