import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ReadCache } from '../client/cache.tsx';
import { probe } from '../client/request.ts';
import { aCustomer } from '../testing/samples.ts';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { FormPanel } from '../ui/form/form-dialog.tsx';
import { CustomerField, pickedCustomer } from './customer-field.tsx';

/** Pending searches by query, resolved by the test; '' is the initial one. */
let answers: Map<string, (response: Response | Promise<Response>) => void>;
let picked: string[];
let sent: unknown[];

beforeEach(() => {
  answers = new Map();
  picked = [];
  sent = [];
  stubFetch({
    'GET /healthz': () => ({}),
    'GET /api/customers': ({ url }) =>
      new Promise<Response>((answer) => {
        answers.set(url.searchParams.get('q') ?? '', answer);
      }),
  });
});

const everybody = [aCustomer(), aCustomer({ id: 9, customerId: 'SC009', name: 'Terekeka Dairy' })];
async function respond(search: string, response = json(everybody)) {
  await waitFor(() => expect(answers.has(search)).toBe(true));
  await act(async () => answers.get(search)?.(response));
  answers.delete(search);
}

/** Renders the form and resolves the initial search. */
async function opened() {
  const user = userEvent.setup();
  render(
    <ReadCache>
      <FormPanel
        label="Pay"
        schema={z.object({ customerId: pickedCustomer })}
        initial={{ customerId: '' }}
        submitLabel="Pay"
        submitError={undefined}
        onSubmit={async (input) => sent.push(input)}
      >
        <CustomerField onPicked={({ name }) => picked.push(name)} />
      </FormPanel>
    </ReadCache>,
  );
  const box = screen.getByRole('combobox', { name: /^Customer/ });
  await user.click(box);
  await respond('');
  expect(screen.getAllByRole('option')).toHaveLength(2);
  return { user, box };
}

const namesakes = [everybody[1], aCustomer({ id: 10, customerId: 'SC010', name: 'Terekeka Farm' })];

test('Enter waits for the answer to what is typed, chooses the first match and stays', async () => {
  const { user, box } = await opened();
  await user.type(box, 'Terekeka{Enter}');
  // Options of the query before are still shown.
  const old = screen.getByRole('option', { name: /Juba Tea House/ });
  expect(old).toHaveAttribute('aria-disabled', 'true');
  await user.click(old);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(picked).toEqual([]);
  await respond('Terekeka', json(namesakes));
  expect(picked).toEqual(['Terekeka Dairy']);
  expect(box).toHaveValue('Terekeka Dairy');
  expect(box).toHaveFocus();
  expect(sent).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent).toEqual([{ customerId: '9' }]));
});

test('Enter chooses nothing if typing goes on before the answer', async () => {
  const { user, box } = await opened();
  await user.type(box, 'Terekeka{Enter}');
  await waitFor(() => expect(answers.has('Terekeka')).toBe(true));
  await user.type(box, ' farm');
  await respond('Terekeka', json(namesakes));
  await respond('Terekeka farm', json([namesakes[1]]));
  expect(picked).toEqual([]);
  expect(box).toHaveValue('Terekeka farm');
  await user.keyboard('{Enter}');
  expect(picked).toEqual(['Terekeka Farm']);
});

test.each([
  ['the only match', 'dairy', [everybody[1]], 'Terekeka Dairy'],
  ['the exact number', 'sc010', namesakes, 'Terekeka Farm'],
  ['the exact name', 'terekeka farm', namesakes, 'Terekeka Farm'],
])('Tab chooses %s', async (_what, typed, found, name) => {
  const { user, box } = await opened();
  await user.type(box, typed);
  await user.tab();
  await respond(typed, json(found));
  expect(box).toHaveValue(name);
  expect(box).toBeValid();
  expect(screen.getByRole('button', { name: 'Pay' })).toHaveFocus();
});

test.each([
  ['several matches', namesakes, 'Choose one of the customers found.'],
  ['no match', [], 'None of the customers matches “Terekeka”.'],
])('Tab keeps a text with %s and says so; it is not sent', async (_what, found, message) => {
  const { user, box } = await opened();
  await user.type(box, 'Terekeka');
  await user.tab();
  await respond('Terekeka', json(found));
  expect(box).toHaveValue('Terekeka');
  expect(box).toHaveAccessibleDescription(message);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(box).toHaveFocus());
  expect(box).toHaveAccessibleDescription(message);
  expect(sent).toEqual([]);
  await user.type(box, ' d');
  expect(box).toBeValid();
});

test('Ctrl+Enter sends after the answer, where that leaves no choice', async () => {
  const { user, box } = await opened();
  await user.type(box, 'SC009');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await respond('SC009', json([everybody[1]]));
  await waitFor(() => expect(sent).toEqual([{ customerId: '9' }]));
});

test('Enter in the blank field sends the form, and chooses nobody', async () => {
  const { user, box } = await opened();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(box).toHaveAccessibleDescription('Choose a customer.'));
  expect(picked).toEqual([]);
});

test('a failed search can be retried, and is retried when the connection returns', async () => {
  const { user, box } = await opened();
  await user.type(box, 'dairy');
  await respond('dairy', json({ code: 'x', message: 'The database does not answer.' }, 503));
  expect(screen.getByText('The database does not answer.')).toBeVisible();
  // By keyboard: the list stays open for its retry button.
  await user.tab();
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(box).toHaveFocus();
  await respond('dairy', json({ code: 'x', message: 'The database does not answer.' }, 503));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await respond('dairy', json([everybody[1]]));
  expect(screen.getByRole('option', { name: /Terekeka Dairy/ })).toBeVisible();

  await user.type(box, ' farm');
  await waitFor(() => expect(answers.has('dairy farm')).toBe(true));
  await act(async () => answers.get('dairy farm')?.(Promise.reject(new TypeError('lost'))));
  expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
  answers.clear();
  await act(() => probe());
  await respond('dairy farm', json([everybody[1]]));
  expect(screen.getByRole('option', { name: /Terekeka Dairy/ })).toBeVisible();
  expect(sent).toEqual([]);
});
