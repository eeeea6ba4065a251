import {
  ConsoleIcon,
  EditIcon,
  KeyIcon,
  ResetIcon,
  TrashIcon,
  UnlockIcon,
} from '@blueprintjs/icons';
import type { AccessRouter } from '@nimule/core/access/schema-routers';
import { everybodyUntil } from '../../../parts/access/enforcement.ts';
import { useRefusal } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { EndEverybodyDialog, EverybodyForm } from '../access/everybody-form.tsx';
import {
  DeleteRouterDialog,
  RenewSecretDialog,
  ScriptDialog,
  ScriptForm,
  SecretDialog,
} from './router-dialogs.tsx';
import { EditRouterForm, type MadeRouter } from './router-form.tsx';

interface RouterActions extends RecordActions<AccessRouter> {
  /** Shows the secret of a router that was just added. */
  showSecret: (router: MadeRouter) => void;
}

/** Edit, the script, another secret, let everybody on, delete. */
export function useRouterActions(): RouterActions {
  const refusalOf = useRefusal();
  const { open, dialog } = useDialogs({
    edit: (router: AccessRouter, close) => <EditRouterForm router={router} onClose={close} />,
    askScript: (router: AccessRouter, close) => (
      <ScriptForm router={router} onMade={(made) => open('script', made)} onClose={close} />
    ),
    script: (made: { name: string; script: string }, close) => (
      <ScriptDialog {...made} onClose={close} />
    ),
    renew: (router: AccessRouter, close) => (
      <RenewSecretDialog
        router={router}
        onRenewed={(made) => open('secret', made)}
        onClose={close}
      />
    ),
    secret: (made: MadeRouter, close) => <SecretDialog router={made} onClose={close} />,
    everybody: (router: AccessRouter, close) => <EverybodyForm router={router} onClose={close} />,
    endEverybody: (router: AccessRouter, close) => (
      <EndEverybodyDialog router={router} onClose={close} />
    ),
    remove: (router: AccessRouter, close) => <DeleteRouterDialog router={router} onClose={close} />,
  });
  const writing = refusalOf('network.write');
  const enforcing = refusalOf('access.enforce');
  const of = (router: AccessRouter): RowAction[] => [
    {
      label: 'Edit',
      icon: <EditIcon />,
      prominent: true,
      onClick: () => open('edit', router),
      disabledReason: writing,
    },
    {
      label: 'Terminal script',
      icon: <ConsoleIcon />,
      onClick: () => open('askScript', router),
      disabledReason: writing,
    },
    everybodyUntil(router)
      ? {
          label: 'Apply suspensions again',
          icon: <ResetIcon />,
          onClick: () => open('endEverybody', router),
          disabledReason: enforcing,
        }
      : {
          label: 'Let everybody on',
          icon: <UnlockIcon />,
          onClick: () => open('everybody', router),
          disabledReason: enforcing,
        },
    {
      label: 'Renew secret',
      icon: <KeyIcon />,
      destructive: true,
      onClick: () => open('renew', router),
      disabledReason: writing,
    },
    {
      label: 'Delete',
      icon: <TrashIcon />,
      destructive: true,
      onClick: () => open('remove', router),
      disabledReason: writing,
    },
  ];
  return { of, dialog, showSecret: (router) => open('secret', router) };
}
