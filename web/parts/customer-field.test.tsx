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

test('Enter and click pick nothing before the results of the typed query arrive', async () => {
  const { user, box } = await opened();
  await user.type(box, 'Terekeka{Enter}');
  const old = screen.getByRole('option', { name: /Juba Tea House/ });
  expect(old).toHaveAttribute('aria-disabled', 'true');
  await user.click(old);
  await user.keyboard('{ArrowDown}{Enter}');
  // While the search is pending, previous options may still be shown.
  await waitFor(() => expect(answers.has('Terekeka')).toBe(true));
  await user.keyboard('{Enter}');
  expect(picked).toEqual([]);
  expect(box).toHaveValue('Terekeka');

  await respond('Terekeka', json([everybody[1]]));
  expect(picked).toEqual([]);
  await user.keyboard('{Enter}');
  expect(picked).toEqual(['Terekeka Dairy']);
  expect(box).toHaveValue('Terekeka Dairy');
  expect(sent).toEqual([]);
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
