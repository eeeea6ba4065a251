import { EditIcon } from '@blueprintjs/icons';
import { type AccessProfile, profileInput } from '@nimule/core/access/schema';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { FieldRow, NumberField } from '../../../ui/form/fields.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';

function orNone(value: number | null, unit: string) {
  return value === null ? <span className="quiet">no limit</span> : `${numberText(value)} ${unit}`;
}

/** What each package gives beyond its bandwidth. */
export function ProfilesPanel() {
  const read = useRead('listAccessProfiles');
  const [edited, setEdited] = useState<AccessProfile>();
  const columns: readonly SmallColumn<AccessProfile>[] = [
    { header: 'Package', cell: ({ packageType }) => packageType },
    { header: 'Upload', align: 'right', cell: ({ uploadPercent }) => `${uploadPercent}%` },
    {
      header: 'Fair use',
      align: 'right',
      cell: ({ fairUseGb, reducedMbps }) => (
        <>
          {orNone(fairUseGb, 'GB')}
          {reducedMbps !== null && (
            <span className="quiet">, then {numberText(reducedMbps)} Mbps</span>
          )}
        </>
      ),
    },
    {
      header: 'Action',
      align: 'right',
      cell: (profile) => (
        <AllowedOrDisabled to="access.enforce">
          <ActionButton
            size="small"
            icon={<EditIcon />}
            aria-label={`Edit access of ${profile.packageType}`}
            onClick={() => setEdited(profile)}
          >
            Edit
          </ActionButton>
        </AllowedOrDisabled>
      ),
    },
  ];
  return (
    <Panel
      title="Access by package"
      description="Upload in percent of the download, and the speed after the fair use of a month is used up."
    >
      <Loaded read={read} loading="Loading the packages…" lines={6}>
        {(profiles) => (
          <SmallTable
            label="Access by package"
            columns={columns}
            rows={profiles}
            rowKey={({ packageType }) => packageType}
          />
        )}
      </Loaded>
      {edited && <ProfileForm profile={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}

interface ProfileFormProps {
  profile: AccessProfile;
  onClose: () => void;
}

function ProfileForm({ profile, onClose }: ProfileFormProps) {
  const { packageType } = profile;
  return (
    <RecordForm
      operation="updateAccessProfile"
      failure="Failed to save the package."
      title={`Access of ${packageType}`}
      description="Open sessions of its customers are changed within a minute."
      schema={profileInput}
      initial={formValuesOf(profileInput, profile)}
      submitLabel="Save package"
      send={(body) => ({ params: { packageType }, body })}
      done={() => toast('Package saved', packageType)}
      onClose={onClose}
    >
      <NumberField name="uploadPercent" label="Upload" unit="% of the download" />
      <FieldRow>
        <NumberField
          name="fairUseGb"
          label="Fair use of a month"
          unit="GB"
          help="Upload and download together; empty for no limit."
        />
        <NumberField
          name="reducedMbps"
          label="Speed after that"
          unit="Mbps"
          help="Until the first of the next month."
        />
      </FieldRow>
    </RecordForm>
  );
}
