import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { TextField } from '../ui/form/fields.tsx';
import { aSupplier } from '../testing/procurement-samples.ts';
import { openedForm, renderAs, type StubServer, serveCalls } from '../testing/stub-server.tsx';
import { OperationDialog } from './operation-dialog.tsx';
import { RecordForm } from './record-form.tsx';
import { useAdding, useShownRecord } from './shown-record.ts';

const server: StubServer = {
  deleteCustomer: () => ({ outcome: 'deleted', message: 'Removed' }),
  createSupplier: () => aSupplier({ id: 3 }),
};
serveCalls(() => server);

const address = () => screen.getByRole('status', { name: 'Address' });

function AskingPage({ leadsTo }: { leadsTo: string }) {
  const asking = useAdding('backup');
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={asking.open}>
        Open
      </button>
      {asking.isOpen && (
        <OperationDialog
          operation="deleteCustomer"
          input={{ params: { id: 1 } }}
          failure="Failed"
          title="Back up?"
          confirmLabel="Back up"
          done={() => void navigate(leadsTo)}
          onClose={asking.close}
        >
          <p>All data</p>
        </OperationDialog>
      )}
    </>
  );
}

test.each(['/backup-management?backup=7', '/support?ticket=TKT-001', '/procurement'])(
  'a dialog that leads to %s gets there, and back does not open it again',
  async (leadsTo) => {
    const user = userEvent.setup();
    renderAs('super_admin', <AskingPage leadsTo={leadsTo} />, '/backup-management?page=2');
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(address()).toHaveTextContent('?page=2&add=backup');
    await user.click(screen.getByRole('button', { name: 'Back up' }));
    await waitFor(() => expect(address()).toHaveTextContent(leadsTo));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(address()).toHaveTextContent('/backup-management?page=2'));
    expect(address()).not.toHaveTextContent('add=');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  },
);

test('a dialog that is cancelled leaves the address without it', async () => {
  const user = userEvent.setup();
  renderAs('super_admin', <AskingPage leadsTo="/support" />, '/backup-management?add=backup');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(address()).toHaveTextContent('/backup-management');
});

function AddingPage() {
  const adding = useAdding('supplier');
  const supplier = useShownRecord('supplier');
  return adding.isOpen ? (
    <RecordForm
      operation="createSupplier"
      failure="Failed"
      title="Add Supplier"
      schema={z.object({ name: z.string() })}
      initial={{ name: '' }}
      send={(body) => ({ body }) as never}
      done={({ id }) => supplier.show({ id })}
      submitLabel="Save"
      onClose={adding.close}
    >
      <TextField name="name" label="Name" />
    </RecordForm>
  ) : (
    <p>Shown: {supplier.id}</p>
  );
}

test('a form that shows what it has made closes and shows it', async () => {
  const user = userEvent.setup();
  renderAs('super_admin', <AddingPage />, '/procurement?add=supplier&po-q=nile');
  const form = await openedForm('Add Supplier');
  await user.type(form.getByLabelText('Name'), 'Nile Cables');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Shown: 3')).toBeVisible();
  expect(address()).toHaveTextContent('?po-q=nile&supplier=3');
});
