import { ChangesIcon, EditIcon, EyeOpenIcon } from '@blueprintjs/icons';
import type { Equipment } from '@nimule/core/stock/schema';
import { useMay, useRefusal } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { EditEquipmentForm } from '../form/edit-equipment-form.tsx';
import { AdjustForm } from '../item/adjust-form.tsx';

/** Edit and adjust, with their dialogs; nothing for roles that may only read. */
export function useEquipmentChanges<T extends Equipment>(): RecordActions<T> {
  const may = useMay();
  const refusal = useRefusal();
  const { open, dialog } = useDialogs({
    edit: (item: Equipment, close) => <EditEquipmentForm item={item} onClose={close} />,
    adjust: (item: Equipment, close) => <AdjustForm item={item} onClose={close} />,
  });
  const of = (item: T): RowAction[] => {
    if (!may('stock.write')) return [];
    const disabledReason = refusal('stock.adjust');
    return [
      { label: 'Edit', icon: <EditIcon />, onClick: () => open('edit', item) },
      {
        label: 'Adjust stock',
        icon: <ChangesIcon />,
        onClick: () => open('adjust', item),
        ...(disabledReason ? { disabledReason } : {}),
      },
    ];
  };
  return { of, dialog };
}

/** In the list: view, edit, adjust. */
export function useEquipmentActions(onView: (item: Equipment) => void): RecordActions<Equipment> {
  const changes = useEquipmentChanges<Equipment>();
  return {
    of: (item) => [
      { label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(item) },
      ...changes.of(item),
    ],
    dialog: changes.dialog,
  };
}
