import { Button, Dialog, DialogBody, DialogFooter, Intent, TextArea } from '@blueprintjs/core';
import { type AccessRouter, scriptInput } from '@nimule/core/access/schema-routers';
import { DeleteDialog, OperationDialog } from '../../../parts/operation-dialog.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { counted } from '../../../ui/counted.ts';
import { CopyableSecret } from '../../../ui/form/copyable-secret.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useReturnFocus } from '../../../ui/overlay/return-focus.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { CopyButton } from '../copy-button.tsx';
import styles from '../network.module.css';
import type { MadeRouter } from './router-form.tsx';

interface SecretDialogProps {
  router: MadeRouter;
  onClose: () => void;
}

/** The secret of a router, shown once. */
export function SecretDialog({ router: { name, secret }, onClose }: SecretDialogProps) {
  useReturnFocus();
  return (
    <Dialog
      isOpen
      title={`Secret of ${name}`}
      onClose={onClose}
      canOutsideClickClose={false}
      canEscapeKeyClose={false}
    >
      <DialogBody>
        <p>
          Enter this secret in the router. It is shown only now; <em>Terminal script</em> of the
          router has it too.
        </p>
        <CopyableSecret label="Secret" value={secret} />
        <p className="quiet">
          FreeRADIUS knows it after <code>isp radius config</code> and a restart of FreeRADIUS.
          Until then it does not answer this router.
        </p>
      </DialogBody>
      <DialogFooter
        actions={
          <Button intent={Intent.PRIMARY} onClick={onClose} autoFocus>
            Done
          </Button>
        }
      />
    </Dialog>
  );
}

interface RenewSecretDialogProps {
  router: AccessRouter;
  onRenewed: (router: MadeRouter) => void;
  onClose: () => void;
}

export function RenewSecretDialog({ router, onRenewed, onClose }: RenewSecretDialogProps) {
  return (
    <OperationDialog
      operation="renewRouterSecret"
      input={{ params: { id: router.id } }}
      failure="Failed to renew the secret."
      title={`Renew the secret of ${router.name}?`}
      confirmLabel="Renew secret"
      destructive
      done={onRenewed}
      onClose={onClose}
    >
      Sign-ins at this router fail until FreeRADIUS has been configured and restarted and the new
      secret stands in the router. Open sessions go on, but orders to them fail until then.
    </OperationDialog>
  );
}

interface DeleteRouterDialogProps {
  router: AccessRouter;
  onClose: () => void;
}

export function DeleteRouterDialog({ router, onClose }: DeleteRouterDialogProps) {
  const { id, name, sessions } = router;
  return (
    <DeleteDialog
      operation="deleteRouter"
      id={id}
      failure="Failed to delete the router."
      title={`Delete router ${name}?`}
      confirmLabel="Delete router"
      done={() => toast('Router deleted', name)}
      onClose={onClose}
    >
      Its ended sessions and refused sign-ins are deleted with it
      {sessions > 0 &&
        `, and ${counted(sessions, 'session')} that ${sessions === 1 ? 'is' : 'are'} open`}
      . FreeRADIUS answers it until it has been configured and restarted. This cannot be undone.
    </DeleteDialog>
  );
}

interface ScriptFormProps {
  router: AccessRouter;
  onMade: (script: { name: string; script: string }) => void;
  onClose: () => void;
}

/** Asks for the address of FreeRADIUS, which stands in the script. */
export function ScriptForm({ router, onMade, onClose }: ScriptFormProps) {
  return (
    <RecordForm
      operation="showRouterScript"
      failure="Failed to make the script."
      title={`Script for ${router.name}`}
      description="Lines for the terminal of a MikroTik, with the secret of this router: sign-in by RADIUS, orders, reports and the garden."
      schema={scriptInput}
      initial={{ server: '' }}
      submitLabel="Show script"
      busyLabel="One moment…"
      send={(body) => ({ params: { id: router.id }, body })}
      done={({ script }) => onMade({ name: router.name, script })}
      isReplaced
      onClose={onClose}
    >
      <TextField
        name="server"
        label="Address of FreeRADIUS"
        maxLength={45}
        placeholder="10.0.0.2"
        help="As this router reaches it."
      />
    </RecordForm>
  );
}

interface ScriptDialogProps {
  name: string;
  script: string;
  onClose: () => void;
}

const SCRIPT_ROWS = 16;

export function ScriptDialog({ name, script, onClose }: ScriptDialogProps) {
  useReturnFocus();
  return (
    <Dialog
      isOpen
      title={`Script for ${name}`}
      onClose={onClose}
      style={{ width: 'min(820px, 100% - 24px)' }}
    >
      <DialogBody>
        <p>
          Read it, then paste it into the terminal of the router. It holds the secret: keep it
          nowhere.
        </p>
        <TextArea
          fill
          readOnly
          rows={SCRIPT_ROWS}
          aria-label="Script"
          className={styles.script}
          value={script}
          onFocus={(event) => event.target.select()}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <CopyButton text={script} />
            <Button onClick={onClose}>Close</Button>
          </>
        }
      />
    </Dialog>
  );
}
