import { DisableIcon, EditIcon, EyeOpenIcon, PlayIcon } from '@blueprintjs/icons';
import type { Supplier } from '@nimule/core/procurement/suppliers/schema';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { EditSupplierForm } from './supplier-form.tsx';

/** Edit and deactivate, with their dialogs; nothing for roles that may only read. */
export function useSupplierChanges(): RecordActions<Supplier> {
  const may = useMay();
  const { open, dialog } = useDialogs({
    edit: (supplier: Supplier, close) => <EditSupplierForm supplier={supplier} onClose={close} />,
    switch: (supplier: Supplier, close) => (
      <SwitchSupplierDialog supplier={supplier} onClose={close} />
    ),
  });
  const of = (supplier: Supplier): RowAction[] => {
    if (!may('supplier.write')) return [];
    const isActive = supplier.status === 'active';
    return [
      { label: 'Edit', icon: <EditIcon />, onClick: () => open('edit', supplier) },
      {
        label: isActive ? 'Deactivate' : 'Activate',
        icon: isActive ? <DisableIcon /> : <PlayIcon />,
        onClick: () => open('switch', supplier),
        destructive: isActive,
      },
    ];
  };
  return { of, dialog };
}

/** In the list: view first. */
export function useSupplierActions(
  onView: (supplier: { id: number }) => void,
): RecordActions<Supplier> {
  const changes = useSupplierChanges();
  return {
    of: (supplier) => [
      { label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(supplier), prominent: true },
      ...changes.of(supplier),
    ],
    dialog: changes.dialog,
  };
}

interface SwitchSupplierDialogProps {
  supplier: Supplier;
  onClose: () => void;
}

function SwitchSupplierDialog({ supplier, onClose }: SwitchSupplierDialogProps) {
  const { id, name, status: before, version } = supplier;
  const isActive = before === 'active';
  const status = isActive ? 'inactive' : 'active';
  return (
    <OperationDialog
      operation="updateSupplier"
      input={{ params: { id }, body: { status, version } }}
      failure="Failed to update supplier."
      title={`${isActive ? 'Deactivate' : 'Activate'} ${name}?`}
      confirmLabel={isActive ? 'Deactivate supplier' : 'Activate supplier'}
      destructive={isActive}
      done={() => toast('Supplier Updated', `${name} is ${status}.`)}
      onClose={onClose}
    >
      {isActive
        ? 'No new orders can be made with an inactive supplier. Open orders and bills stay, and it can be activated again.'
        : 'Orders can be made with this supplier again.'}
    </OperationDialog>
  );
}
