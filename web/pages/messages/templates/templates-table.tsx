import { Intent } from '@blueprintjs/core';
import { EditIcon, PlusIcon, TrashIcon } from '@blueprintjs/icons';
import { MAX_TEXT, type Template, templateInput } from '@nimule/core/messaging/schema';
import { campaignFields } from '@nimule/core/messaging/texts/rules-fields';
import { call } from '../../../client/call.ts';
import { ClientError } from '../../../client/errors.ts';
import { MessageField } from '../../../parts/messages/message-field.tsx';
import { DeleteDialog } from '../../../parts/operation-dialog.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useRefusal } from '../../../ui/allowed.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { instantColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';

const columns: readonly Column<Template>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    priority: 1,
    cell: ({ name }) => <strong>{name}</strong>,
  },
  { id: 'text', header: 'Text', cell: ({ text }) => <div dir="auto">{text}</div> },
  instantColumn('updatedAt', 'Changed', { priority: 3 }),
  textColumn('updatedBy', 'By', { priority: 4 }),
];

/** Texts to choose from, with fields that are filled for each customer. */
export function TemplatesTable() {
  const refusal = useRefusal()('sms.send');
  const { open, dialog } = useDialogs({
    add: (_none: undefined, close) => <AddForm onClose={close} />,
    edit: (template: Template, close) => <EditForm template={template} onClose={close} />,
    delete: (template: Template, close) => <DeleteTemplate template={template} onClose={close} />,
  });
  const actionsOf = (template: Template): RowAction[] => [
    {
      label: 'Edit',
      icon: <EditIcon />,
      onClick: () => open('edit', template),
      disabledReason: refusal,
    },
    {
      label: 'Delete',
      icon: <TrashIcon />,
      destructive: true,
      onClick: () => open('delete', template),
      disabledReason: refusal,
    },
  ];
  return (
    <RecordList
      operation="listTemplates"
      label="Templates"
      columns={columns}
      rowName="name"
      list={{ sort: 'name', prefix: 'template-' }}
      search="Search by name"
      add={
        <AllowedOrDisabled to="sms.send">
          <ActionButton
            intent={Intent.PRIMARY}
            icon={<PlusIcon />}
            onClick={() => open('add', undefined)}
          >
            Add Template
          </ActionButton>
        </AllowedOrDisabled>
      }
      actions={{ of: actionsOf, dialog }}
      empty={{
        title: 'No templates yet',
        description: 'Keep the texts that are sent often, and choose them when sending.',
      }}
    />
  );
}

function Fields() {
  return (
    <>
      <TextField name="name" label="Name" maxLength={80} />
      <MessageField
        name="text"
        label="Text"
        maxLength={MAX_TEXT}
        fields={campaignFields}
        rows={6}
      />
    </>
  );
}

const shared = { schema: templateInput, submitLabel: 'Save template' };

function AddForm({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      {...shared}
      title="Add Template"
      operation="createTemplate"
      failure="Failed to add the template. Please try again."
      initial={{ name: '', text: '' }}
      send={(body) => ({ body })}
      done={({ name }) => toast('Template added', name)}
      onClose={onClose}
    >
      <Fields />
    </RecordForm>
  );
}

interface OfTemplate {
  template: Template;
  onClose: () => void;
}

/** There is no operation that reads one template. */
async function readAgain({ id }: Template): Promise<Template> {
  const { rows } = await call('listTemplates', { query: {} });
  const found = rows.find((one) => one.id === id);
  if (!found) throw new ClientError(404, 'This template has been deleted.');
  return found;
}

function EditForm({ template, onClose }: OfTemplate) {
  return (
    <RecordForm
      {...shared}
      title="Edit Template"
      operation="updateTemplate"
      failure="Failed to change the template. Please try again."
      record={template}
      read={() => readAgain(template)}
      initial={(current) => formValuesOf(templateInput, current)}
      send={(typed, { id, version }) => ({ params: { id }, body: { ...typed, version } })}
      done={({ name }) => toast('Template changed', name)}
      onClose={onClose}
    >
      <Fields />
    </RecordForm>
  );
}

function DeleteTemplate({ template, onClose }: OfTemplate) {
  return (
    <DeleteDialog
      operation="deleteTemplate"
      id={template.id}
      failure="Failed to delete the template. Please try again."
      title={`Delete ${template.name}?`}
      confirmLabel="Delete template"
      done={({ message }) => toast('Template deleted', message)}
      onClose={onClose}
    >
      The template {template.name} is deleted for everybody. Messages that were made with it keep
      their texts.
    </DeleteDialog>
  );
}
