import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { categoryInput } from '@nimule/core/stock/schema';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormPanel } from '../../../ui/form/form-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { useReturnFocus } from '../../../ui/overlay/return-focus.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Label } from '../../../ui/tags.tsx';
import styles from '../equipment.module.css';

/** The categories of equipment, and a form that adds one. */
export function CategoriesDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const read = useRead('listEquipmentCategories');
  return (
    <Dialog
      isOpen
      title="Categories"
      onClose={onClose}
      canOutsideClickClose={false}
      style={{ width: 'min(520px, 100% - 24px)' }}
    >
      <DialogBody>
        <Stack>
          <Loaded read={read} loading="Loading the categories…" lines={3}>
            {(categories) => (
              <ul className={styles.categories} aria-label="Categories of equipment">
                {categories.map(({ id, name }) => (
                  <li key={id}>
                    <Label>{name}</Label>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
          <Allowed to="stock.write">
            <AddCategory />
          </Allowed>
        </Stack>
      </DialogBody>
      <DialogFooter actions={<Button onClick={onClose}>Close</Button>} />
    </Dialog>
  );
}

function AddCategory() {
  const { run, error } = useMutation('createEquipmentCategory', {
    failure: 'Failed to add category.',
  });
  return (
    <FormPanel
      label="Add a category"
      schema={categoryInput}
      initial={{ name: '' }}
      submitLabel="Add category"
      submitError={error}
      needs={['name']}
      focuses
      onSubmit={async (body) => {
        const { name } = await run({ body });
        toast('Category Added', name);
      }}
    >
      <TextField name="name" label="New category" maxLength={100} />
    </FormPanel>
  );
}
