import {
  type AccessRouter,
  type madeRouter,
  routerInput,
  routerKinds,
} from '@nimule/core/access/schema-routers';
import type { z } from 'zod';
import { call } from '../../../client/call.ts';
import { routerKindLabels } from '../../../parts/access/access-words.ts';
import { NodeField } from '../../../parts/network/node-field.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import { FieldRow, NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

export type MadeRouter = z.output<typeof madeRouter>;

const WIDTH = 640;
const COA_PORT = 3799;

const kinds = routerKinds.map((value) => ({ value, label: routerKindLabels[value] }));

function RouterFields({ router }: { router?: AccessRouter }) {
  return (
    <>
      <FieldRow>
        <TextField name="name" label="Name" maxLength={100} />
        <SelectField
          name="kind"
          label="Kind"
          options={kinds}
          help="Says by which attributes it is told speed and garden."
        />
      </FieldRow>
      <FieldRow>
        <TextField
          name="address"
          label="Address"
          maxLength={45}
          placeholder="10.0.0.1"
          help="From which its packets reach FreeRADIUS; behind NAT that of its tunnel."
        />
        <NodeField
          help="The node where it stands; empty for none."
          {...(router ? { initialLabel: router.nodeName } : {})}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          name="nasIdentifier"
          label="NAS identifier"
          maxLength={100}
          help="As the router sends it; empty if it sends none."
        />
        <TextField
          name="loginAddress"
          label="Hotspot sign-in page"
          maxLength={253}
          placeholder="10.5.50.1"
          help="Address of its hotspot, which opens the sign-in page."
        />
      </FieldRow>
      <FieldGroup
        legend="Orders"
        description="Where it takes orders to change or end a session (CoA)."
      >
        <FieldRow>
          <TextField
            name="coaAddress"
            label="Address for orders"
            maxLength={45}
            help="Empty if it is the address above."
          />
          <NumberField name="coaPort" label="Port for orders" />
        </FieldRow>
      </FieldGroup>
    </>
  );
}

interface CreateRouterFormProps {
  /** Shows the secret. */
  onMade: (router: MadeRouter) => void;
  onClose: () => void;
}

/** The Add Router dialog; its secret is shown afterwards. */
export function CreateRouterForm({ onMade, onClose }: CreateRouterFormProps) {
  return (
    <RecordForm
      operation="createRouter"
      failure="Failed to add the router."
      title="Add Router"
      schema={routerInput}
      initial={{
        ...{ name: '', kind: 'mikrotik', nodeId: '', address: '', nasIdentifier: '' },
        ...{ coaAddress: '', coaPort: COA_PORT, loginAddress: '' },
      }}
      submitLabel="Add router"
      busyLabel="Adding…"
      send={(body) => ({ body })}
      done={onMade}
      onClose={onClose}
      width={WIDTH}
    >
      <RouterFields />
    </RecordForm>
  );
}

interface EditRouterFormProps {
  router: AccessRouter;
  onClose: () => void;
}

/** The Edit Router dialog; the secret is renewed by an action of its own. */
export function EditRouterForm({ router, onClose }: EditRouterFormProps) {
  const { id } = router;
  return (
    <RecordForm
      operation="updateRouter"
      failure="Failed to save the router."
      title="Edit Router"
      description={({ name }) => <strong dir="auto">{name}</strong>}
      schema={routerInput}
      record={router}
      read={() => call('getRouter', { params: { id } })}
      initial={(current) => formValuesOf(routerInput, current)}
      submitLabel="Save router"
      // The port of an emptied field is the usual one: what is not sent would stay.
      send={(typed, { version }) => ({
        params: { id },
        body: { ...typed, coaPort: typed.coaPort ?? COA_PORT, version },
      })}
      done={({ name }) => toast('Router saved', name)}
      onClose={onClose}
      width={WIDTH}
    >
      {(current) => <RouterFields router={current} />}
    </RecordForm>
  );
}
