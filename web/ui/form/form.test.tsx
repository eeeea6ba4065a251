import { BlueprintProvider } from '@blueprintjs/core';
import { inputOf } from '@nimule/core/kernel/contract';
import { dateText } from '@nimule/core/kernel/dates';
import { cents, moneyPositive } from '@nimule/core/kernel/money';
import { optionalText, requiredText } from '@nimule/core/kernel/text';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ClientError } from '../../client/errors.ts';
import { DateField } from './date-field.tsx';
import { MoneyField, SelectField, TextField } from './fields.tsx';
import { formValuesOf, useSetFields } from './form.tsx';
import { FormDialog } from './form-dialog.tsx';

const schema = z.object({
  name: requiredText('The name', 20),
  email: optionalText('The e-mail address').optional(),
  kind: z.enum(['shop', 'home']).optional(),
  fee: moneyPositive,
  installed: dateText.nullable().optional(),
});

describe('form values', () => {
  test('an empty input becomes an empty text, null or undefined, by its schema', () => {
    const boxes = { name: 'A', email: '', kind: '', fee: '', installed: '' };
    expect(inputOf(schema, boxes)).toEqual({
      name: 'A',
      email: '',
      kind: undefined,
      // A missing required amount stays undefined, so that the schema rejects it.
      fee: '',
      installed: null,
    });
  });

  test('of a record are its wire values', () => {
    expect(formValuesOf(schema, { name: 'A', fee: cents(12_550), installed: null })).toEqual({
      name: 'A',
      email: '',
      kind: '',
      fee: 125.5,
      installed: '',
    });
  });
});

interface FormProps {
  send: (input: unknown) => Promise<unknown>;
  onClose?: () => void;
}

function Form({ send, onClose = () => undefined }: FormProps) {
  const [error, setError] = useState<ClientError>();
  return (
    <BlueprintProvider>
      <FormDialog
        title="Add shop"
        schema={schema}
        initial={{ name: '', email: '', kind: '', fee: '', installed: '' }}
        submitLabel="Add"
        submitError={error}
        onClose={onClose}
        onSubmit={(input) =>
          send(input).catch((failed: ClientError) => {
            setError(failed);
            throw failed;
          })
        }
      >
        <TextField name="name" label="Name" />
        <TextField name="email" label="E-mail" />
        <SelectField name="kind" label="Kind" options={['shop', 'home']} none="Not said" />
        <MoneyField name="fee" label="Fee" rate={cents(40_000)} />
        <DateField name="installed" label="Installed" />
      </FormDialog>
    </BlueprintProvider>
  );
}

const box = (name: RegExp) => screen.getByRole('textbox', { name });

describe('a form', () => {
  test('validates by the schema, shows errors at the fields, and sends the input', async () => {
    const user = userEvent.setup();
    const send = vi.fn(async () => undefined);
    const onClose = vi.fn();
    render(<Form send={send} onClose={onClose} />);
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('The name is required.')).toBeVisible();
    expect(box(/Name/)).toHaveAccessibleDescription('The name is required.');
    expect(box(/Name/)).toBeInvalid();
    expect(box(/Fee/)).toHaveAccessibleDescription('Enter an amount such as 125 or 1,250.50.');
    expect(send).not.toHaveBeenCalled();

    await user.type(box(/Name/), 'Tea');
    await user.type(box(/Fee/), '1,250.5');
    expect(box(/Fee/)).toHaveAccessibleDescription('= SSP 500,200');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(send).toHaveBeenCalledWith({ name: 'Tea', email: '', fee: '1,250.5', installed: null });
  });

  test("shows the server's field errors, including those of nested objects", async () => {
    const user = userEvent.setup();
    const refused = new ClientError(409, 'Taken.', {
      fields: { 'updates.name': 'This name is taken.' },
    });
    render(<Form send={() => Promise.reject(refused)} />);
    await user.type(box(/Name/), 'Tea');
    await user.type(box(/Fee/), '1');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('This name is taken.')).toBeVisible();
    expect(box(/Name/)).toHaveFocus();
    // At the field, not as a toast too.
    expect(screen.queryByText('Taken.')).not.toBeInTheDocument();
  });

  test('shows other errors as a toast and keeps the input', async () => {
    const user = userEvent.setup();
    const failed = new ClientError(503, 'The database is down.');
    render(<Form send={() => Promise.reject(failed)} />);
    await user.type(box(/Name/), 'Tea');
    await user.type(box(/Fee/), '1');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('The database is down.')).toBeVisible();
    expect(box(/Name/)).toHaveValue('Tea');
  });

  test.each(['mended', 'closed'])('the toast of a failure goes when it is %s', async (how) => {
    const user = userEvent.setup();
    const failed = new ClientError(503, 'The database is down.');
    const send = vi.fn(async () => undefined as unknown).mockRejectedValueOnce(failed);
    function Opened() {
      const [isOpen, setOpen] = useState(true);
      return isOpen ? <Form send={send} onClose={() => setOpen(false)} /> : null;
    }
    render(<Opened />);
    await user.type(box(/Name/), 'Tea');
    await user.type(box(/Fee/), '1{Enter}');
    const toast = await screen.findByText('The database is down.');
    if (how === 'mended') await user.type(box(/Fee/), '{Enter}');
    else {
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await user.click(await screen.findByRole('button', { name: 'Discard' }));
    }
    await waitFor(() => expect(toast).not.toBeInTheDocument());
  });

  test('says by key what is missing while its button is disabled', async () => {
    const user = userEvent.setup();
    const send = vi.fn(async () => undefined);
    render(
      <FormDialog
        title="Close"
        schema={z.object({ note: optionalText('The note').optional() })}
        initial={{ note: '' }}
        submitLabel="Close"
        submitError={undefined}
        needs={['note']}
        onSubmit={send}
        onClose={() => undefined}
      >
        <TextField name="note" label="Note" />
      </FormDialog>,
    );
    box(/Note/).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(box(/Note/)).toHaveAccessibleDescription('Fill this in first.'));
    expect(send).not.toHaveBeenCalled();
    await user.type(box(/Note/), 'Done{Enter}');
    await waitFor(() => expect(send).toHaveBeenCalledWith({ note: 'Done' }));
  });

  test('is sent once for several presses, and its button keeps the focus', async () => {
    const user = userEvent.setup();
    let refuse: (reason: ClientError) => void = () => undefined;
    const send = vi.fn(() => new Promise((_, reject) => (refuse = reject)));
    render(<Form send={send} />);
    await user.type(box(/Name/), 'Tea');
    await user.type(box(/Fee/), '1');
    const add = screen.getByRole('button', { name: 'Add' });
    await user.click(add);
    await waitFor(() => expect(add).toHaveAttribute('aria-disabled', 'true'));
    await user.click(add);
    await user.type(box(/Name/), '{Enter}');
    const form = screen.getByRole('form', { name: 'Add shop' }) as HTMLFormElement;
    form.requestSubmit();
    expect(send).toHaveBeenCalledOnce();
    add.focus();
    refuse(new ClientError(503, 'The database is down.'));
    await waitFor(() => expect(add).not.toHaveAttribute('aria-disabled'));
    expect(add).toHaveFocus();
    await user.click(add);
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('asks before it discards unsaved input', async () => {
    const user = userEvent.setup();
    const onClose = vi.fn();
    render(<Form send={async () => undefined} onClose={onClose} />);
    await user.type(box(/Name/), 'Tea');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('alertdialog', { name: /Discard/ });
    expect(question).toHaveTextContent('“Add shop”');
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    box(/E-mail/).focus();
    await user.keyboard('{Escape}');
    await screen.findByRole('alertdialog', { name: /Discard/ });
    await user.keyboard('{Escape}');
    expect(box(/E-mail/)).toHaveFocus();
    expect(box(/Name/)).toHaveValue('Tea');
    await user.clear(box(/Name/));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('returns the focus to the opener', async () => {
    const user = userEvent.setup();
    function Opener() {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
          {isOpen && <Form send={async () => undefined} onClose={() => setOpen(false)} />}
        </>
      );
    }
    render(<Opener />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(box(/Name/)).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  test('setting a field clears its error; other errors stay', async () => {
    const user = userEvent.setup();
    function Filler() {
      const fill = useSetFields();
      return (
        <button type="button" onClick={() => fill({ fee: '450.00', kind: 'shop' })}>
          Take the usual
        </button>
      );
    }
    render(
      <FormDialog
        title="Add shop"
        schema={schema}
        initial={{ name: '', email: '', kind: '', fee: '', installed: '' }}
        submitLabel="Add"
        submitError={undefined}
        onSubmit={async () => undefined}
        onClose={() => undefined}
      >
        <TextField name="name" label="Name" />
        <MoneyField name="fee" label="Fee" />
        <Filler />
      </FormDialog>,
    );
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(box(/Fee/)).toBeInvalid());
    await user.click(screen.getByRole('button', { name: 'Take the usual' }));
    expect(box(/Fee/)).toHaveValue('450.00');
    expect(box(/Fee/)).toBeValid();
    expect(box(/Fee/)).not.toHaveAccessibleDescription(/Enter an amount/);
    expect(box(/Name/)).toBeInvalid();
  });

  test('a field that is not in the schema throws', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() =>
      render(
        <FormDialog
          title="Wrong"
          schema={schema}
          initial={{}}
          submitLabel="Add"
          submitError={undefined}
          onSubmit={async () => undefined}
          onClose={() => undefined}
        >
          <TextField name="nmae" label="Name" />
        </FormDialog>,
      ),
    ).toThrow("no field 'nmae'");
    vi.restoreAllMocks();
  });
});
