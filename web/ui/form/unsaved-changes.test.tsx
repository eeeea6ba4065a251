import { BlueprintProvider } from '@blueprintjs/core';
import { requiredText } from '@nimule/core/kernel/text';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { UrlTabs } from '../url-tabs.tsx';
import { TextField } from './fields.tsx';
import { FormDialog, FormPanel } from './form-dialog.tsx';
import { AskBeforeLeaving } from './unsaved-changes.tsx';

const schema = z.object({ name: requiredText('The name', 20) });
const shared = {
  schema,
  initial: { name: '' },
  submitLabel: 'Add',
  submitError: undefined,
  onSubmit: async () => undefined,
};

function Panel() {
  return (
    <FormPanel {...shared} label="Add shop">
      <TextField name="name" label="Name" />
    </FormPanel>
  );
}

/** The URL opens the dialog, like Record Payment; the panel is one of two tabs. */
function Screen() {
  const [params, setParams] = useSearchParams();
  const [isGone, setGone] = useState(false);
  const { pathname, search } = useLocation();
  if (isGone) return <Navigate to="/auth" replace />;
  const close = () =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('record');
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <output aria-label="Address">{`${pathname}${search}`}</output>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to={{ search: '?view=add&page=2' }}>Page 2</Link>
      <Link to={{ search: '?view=add&record=1' }}>Record</Link>
      <button type="button" onClick={() => setGone(true)}>
        End the session
      </button>
      {pathname === '/shops' && (
        <UrlTabs
          label="Parts"
          tabs={[
            { id: 'list', title: 'List', panel: 'All shops' },
            { id: 'add', title: 'Add', panel: <Panel /> },
          ]}
        />
      )}
      {params.has('record') && (
        <FormDialog {...shared} title="Record" onClose={close}>
          <TextField name="name" label="Amount" />
        </FormDialog>
      )}
    </>
  );
}

function open(address: string) {
  window.history.replaceState(null, '', '/before');
  window.history.pushState({ idx: 1 }, '', address);
  render(
    <BrowserRouter>
      <AskBeforeLeaving>
        <BlueprintProvider>
          <Screen />
        </BlueprintProvider>
      </AskBeforeLeaving>
    </BrowserRouter>,
  );
  return userEvent.setup();
}

const address = () => `${window.location.pathname}${window.location.search}`;
const shown = () => screen.getByLabelText('Address').textContent;
const box = (name: string) => screen.getByRole('textbox', { name: new RegExp(name) });
const question = () => screen.findByRole('alertdialog', { name: 'Discard what you typed?' });
const answer = async (user: ReturnType<typeof open>, name: string) => {
  await question();
  await user.click(screen.getByRole('button', { name }));
};
const expectNoQuestion = () => expect(screen.queryByRole('alertdialog')).toBeNull();

describe('unsaved input of a panel', () => {
  test('asks before a link or a tab discards it', async () => {
    const user = open('/shops?view=add');
    await user.type(box('Name'), 'Tea');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(await question()).toHaveTextContent('“Add shop”');
    await answer(user, 'Keep editing');
    expect(box('Name')).toHaveValue('Tea');
    expect(address()).toBe('/shops?view=add');
    await waitFor(expectNoQuestion);
    await user.click(screen.getByRole('tab', { name: 'List' }));
    await answer(user, 'Discard');
    expect(await screen.findByText('All shops')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/shops'));
  });

  test('does not ask for navigation that keeps it, or when the session ends', async () => {
    const user = open('/shops?view=add');
    await user.type(box('Name'), 'Tea');
    await user.click(screen.getByRole('link', { name: 'Page 2' }));
    await waitFor(() => expect(shown()).toBe('/shops?view=add&page=2'));
    expect(box('Name')).toHaveValue('Tea');
    await user.click(screen.getByRole('button', { name: 'End the session' }));
    await waitFor(() => expect(address()).toBe('/auth'));
    expectNoQuestion();
  });

  test('does not ask after it was sent', async () => {
    const user = open('/shops?view=add');
    await user.type(box('Name'), 'Tea{Enter}');
    await waitFor(() => expect(box('Name')).toHaveValue(''));
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await waitFor(() => expect(shown()).toBe('/elsewhere'));
    expectNoQuestion();
  });
});

describe('unsaved input of a dialog', () => {
  const opened = async () => {
    const user = open('/shops?view=add');
    await user.click(screen.getByRole('link', { name: 'Record' }));
    await waitFor(() => expect(box('Amount')).toHaveFocus());
    return user;
  };
  const back = () => act(async () => window.history.back());

  test('asks before back, which is repeated after the confirmation', async () => {
    const user = await opened();
    await user.type(box('Amount'), '5');
    await back();
    await answer(user, 'Keep editing');
    expect(address()).toBe('/shops?view=add&record=1');
    expect(box('Amount')).toHaveValue('5');
    await waitFor(expectNoQuestion);
    await back();
    await answer(user, 'Discard');
    await waitFor(() => expect(shown()).toBe('/shops?view=add'));
    expect(address()).toBe('/shops?view=add');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('an unchanged dialog is closed by back', async () => {
    await opened();
    await back();
    await waitFor(() => expect(shown()).toBe('/shops?view=add'));
    expectNoQuestion();
  });

  test('does not ask after a successful submit', async () => {
    const user = await opened();
    await user.type(box('Amount'), '5{Enter}');
    await waitFor(() => expect(shown()).toBe('/shops?view=add'));
    expectNoQuestion();
  });
});
