import { Callout, Intent } from '@blueprintjs/core';
import { KeyIcon, MobilePhoneIcon } from '@blueprintjs/icons';
import { type Factor, type Factors, RECOVERY_CODES } from '@nimule/core/identity/factors/schema';
import { roleLabels } from '@nimule/core/identity/roles';
import { dateInJuba, formatDate } from '@nimule/core/kernel/dates';
import { useCurrentUser } from '../../client/session.ts';
import { useRead } from '../../client/use-read.ts';
import { type AddingFactor, useAddFactor } from '../../parts/factors/add-factor.tsx';
import { whyNoPasskeys } from '../../parts/factors/why-no-passkeys.ts';
import { DeleteDialog, OperationDialog } from '../../parts/operation-dialog.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Spread, Stack, TwoLines } from '../../ui/layout.tsx';
import { useDialogs } from '../../ui/overlay/dialogs.ts';
import { toast } from '../../ui/overlay/toaster.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx';
import { InstantText } from '../../ui/values.tsx';

const APP = 'Authenticator app';
const nameOf = ({ kind, name }: Factor) => (kind === 'totp' ? APP : name);

/** The second factors of the user, and their recovery codes. */
export function FactorsPanel() {
  const read = useRead('listFactors');
  const adding = useAddFactor();
  const own = read.data;
  const hasApp = own?.factors.some(({ kind }) => kind === 'totp') ?? false;
  return (
    <Panel
      title="Second factor"
      description="A code or a passkey besides the password. A stolen password alone is then not enough to sign in."
      actions={
        own && (
          <>
            <ActionButton icon={<MobilePhoneIcon />} loading={adding.busy} onClick={adding.addApp}>
              {hasApp ? 'Replace authenticator app' : 'Add authenticator app'}
            </ActionButton>
            <ActionButton
              icon={<KeyIcon />}
              disabledReason={whyNoPasskeys(own.passkeysWhyNot) || undefined}
              onClick={adding.addPasskey}
            >
              Add passkey
            </ActionButton>
          </>
        )
      }
    >
      <Loaded read={read} loading="Loading your second factors…" lines={4}>
        {(factors) => <OwnFactors own={factors} adding={adding} />}
      </Loaded>
      {adding.dialog}
    </Panel>
  );
}

/** What the role requires, and until when it can do without. */
function Requirement({ own: { isRequired, graceUntil } }: { own: Factors }) {
  const role = roleLabels[useCurrentUser().role];
  if (graceUntil)
    return (
      <Callout compact intent={Intent.WARNING}>
        Your role ({role}) needs a second factor. You can sign in without one until{' '}
        <strong>{formatDate(dateInJuba(graceUntil))}</strong>.
      </Callout>
    );
  return (
    <p className="quiet">
      {isRequired
        ? `Your role (${role}) needs one: the last cannot be removed.`
        : `Your role (${role}) does not need one.`}
    </p>
  );
}

function OwnFactors({ own, adding }: { own: Factors; adding: AddingFactor }) {
  const { factors, isRequired } = own;
  const whyNot = whyNoPasskeys(own.passkeysWhyNot);
  const { open, dialog } = useDialogs({
    remove: (factor: Factor, close) => <RemoveDialog factor={factor} onClose={close} />,
  });
  const isLast = factors.length === 1;
  const columns: readonly SmallColumn<Factor>[] = [
    {
      header: 'Factor',
      cell: (factor) => (
        <TwoLines quiet={factor.kind === 'passkey' && 'Passkey'}>
          <strong dir="auto">{nameOf(factor)}</strong>
        </TwoLines>
      ),
    },
    { header: 'Added', minor: true, cell: ({ createdAt }) => <InstantText at={createdAt} /> },
    {
      header: 'Last used',
      cell: ({ lastUsedAt }) => <InstantText at={lastUsedAt} none="Never" />,
    },
    {
      header: 'Action',
      align: 'right',
      cell: (factor) => (
        <ActionButton
          size="small"
          aria-label={`Remove ${nameOf(factor)}`}
          disabledReason={
            isLast && isRequired ? 'Your role needs one: add another one first.' : undefined
          }
          onClick={() => open('remove', factor)}
        >
          Remove
        </ActionButton>
      ),
    },
  ];
  return (
    <Stack>
      <Requirement own={own} />
      {factors.length === 0 ? (
        <Empty
          title="No second factor yet"
          description="An authenticator app on your phone works everywhere, also without a connection."
        />
      ) : (
        <>
          <SmallTable
            label="Your second factors"
            columns={columns}
            rows={factors}
            rowKey={({ id }) => id}
          />
          <RecoveryCodes own={own} adding={adding} />
        </>
      )}
      {whyNot && <p className="quiet">{whyNot}</p>}
      {dialog}
    </Stack>
  );
}

/** Below this, the user is warned that the codes run out. */
const FEW_CODES = 3;

function RecoveryCodes({ own, adding }: { own: Factors; adding: AddingFactor }) {
  const { open, dialog } = useDialogs({
    renew: (_: true, close) => <RenewDialog onRenewed={adding.showCodes} onClose={close} />,
  });
  const left = own.recoveryCodesLeft;
  return (
    <Spread>
      <span>
        <strong>
          {left} of {RECOVERY_CODES} recovery codes
        </strong>{' '}
        are left.
        {left < FEW_CODES && ' Make new ones before they run out.'}
      </span>
      <ActionButton onClick={() => open('renew', true)}>New recovery codes</ActionButton>
      {dialog}
    </Spread>
  );
}

interface RenewDialogProps {
  onRenewed: (codes: readonly string[]) => void;
  onClose: () => void;
}

function RenewDialog({ onRenewed, onClose }: RenewDialogProps) {
  return (
    <OperationDialog
      title="New recovery codes?"
      confirmLabel="Make new codes"
      operation="renewRecoveryCodes"
      input={{}}
      failure="The recovery codes could not be renewed."
      done={({ recoveryCodes }) => onRenewed(recoveryCodes)}
      onClose={onClose}
    >
      <p>{RECOVERY_CODES} new ones are made. The old ones stop working.</p>
    </OperationDialog>
  );
}

function RemoveDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  return (
    <DeleteDialog
      title={`Remove ${nameOf(factor)}?`}
      confirmLabel="Remove it"
      operation="removeFactor"
      id={factor.id}
      failure="The second factor could not be removed."
      done={({ message }) => toast('Second Factor Removed', message)}
      onClose={onClose}
    >
      <p>
        You cannot sign in with it any more. Removing the last second factor removes the recovery
        codes too.
      </p>
    </DeleteDialog>
  );
}
