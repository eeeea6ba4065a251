import { type SavedView, savedViewInput } from '@nimule/core/identity/views/schema';
import { TextField } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { RecordForm } from '../record-form.tsx';

interface SaveViewProps {
  list: string;
  query: string;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}

const schema = savedViewInput.pick({ name: true });

/** Asks for the name of a view of a list. */
export function SaveView({ list, query, onSaved, onClose }: SaveViewProps) {
  return (
    <RecordForm
      title="Save this view"
      operation="createView"
      failure="The view could not be saved."
      description="Search, filters and order of the list, under a name. Only you see it; its link can be sent."
      schema={schema}
      initial={{ name: '' }}
      send={({ name }) => ({ body: { list, name, query } })}
      done={(view) => {
        onSaved(view);
        toast('View saved', view.name);
      }}
      submitLabel="Save view"
      onClose={onClose}
    >
      <TextField name="name" label="Name" placeholder="Owing in Wau" />
    </RecordForm>
  );
}
