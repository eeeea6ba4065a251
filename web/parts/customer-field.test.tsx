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

/** The searches that wait for their answer, each given by hand: '' is the one before anything was typed. */
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
async function tell(search: string, response = json(everybody)) {
  await waitFor(() => expect(answers.has(search)).toBe(true));
  await act(async () => answers.get(search)?.(response));
  answers.delete(search);
}

/** The form as it stands once the first search has been answered. */
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
  await tell('');
  expect(screen.getAllByRole('option')).toHaveLength(2);
  return { user, box };
}

test('Enter and a click take nobody before the search that was typed is answered', async () => {
  const { user, box } = await opened();
  await user.type(box, 'Terekeka{Enter}');
  const old = screen.getByRole('option', { name: /Juba Tea House/ });
  expect(old).toHaveAttribute('aria-disabled', 'true');
  await user.click(old);
  await user.keyboard('{ArrowDown}{Enter}');
  // The search is under way, and what was shown before may still stand for a blink.
  await waitFor(() => expect(answers.has('Terekeka')).toBe(true));
  await user.keyboard('{Enter}');
  expect(picked).toEqual([]);
  expect(box).toHaveValue('Terekeka');

  await tell('Terekeka', json([everybody[1]]));
  expect(picked).toEqual([]);
  await user.keyboard('{Enter}');
  expect(picked).toEqual(['Terekeka Dairy']);
  expect(box).toHaveValue('Terekeka Dairy');
  expect(sent).toEqual([]);
});

test('a search that failed can be made again, by hand and when the connection returns', async () => {
  const { user, box } = await opened();
  await user.type(box, 'dairy');
  await tell('dairy', json({ code: 'x', message: 'The database does not answer.' }, 503));
  expect(screen.getByText('The database does not answer.')).toBeVisible();
  // By keyboard: the list stays open for its button.
  await user.tab();
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(box).toHaveFocus();
  await tell('dairy', json({ code: 'x', message: 'The database does not answer.' }, 503));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await tell('dairy', json([everybody[1]]));
  expect(screen.getByRole('option', { name: /Terekeka Dairy/ })).toBeVisible();

  await user.type(box, ' farm');
  await waitFor(() => expect(answers.has('dairy farm')).toBe(true));
  await act(async () => answers.get('dairy farm')?.(Promise.reject(new TypeError('lost'))));
  expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
  answers.clear();
  await act(() => probe());
  await tell('dairy farm', json([everybody[1]]));
  expect(screen.getByRole('option', { name: /Terekeka Dairy/ })).toBeVisible();
  expect(sent).toEqual([]);
});
