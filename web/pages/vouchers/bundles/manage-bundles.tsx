import { CogIcon } from '@blueprintjs/icons';
import { voucherSettings } from '@nimule/core/vouchers/schema';
import { useState } from 'react';
import { useMutation } from '../../../client/use-mutation.ts';
import { FormDraft, useForgetDraft } from '../../../parts/draft/draft.ts';
import { SettingsDialog } from '../../../parts/settings.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Allowed, useRefusal } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { NumberField } from '../../../ui/form/fields.tsx';
import { FormPanel } from '../../../ui/form/form-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import styles from '../vouchers.module.css';
import { BundleFields, bundleForm, TEMPLATE_HINT } from './bundle-fields.tsx';
import { BundlesTable } from './bundles-table.tsx';

const DRAFT = 'voucher-bundle';
const empty = {
  name: '',
  bundleType: 'data',
  priceUsd: '',
  dataAllowanceMB: '',
  validityDays: '',
  speedMbps: '',
  description: '',
} as const;
const KEPT = Object.keys(empty).filter((name) => name !== 'bundleType');

/** The tab Manage Bundles (seeds/002 2): a form for a new one, and the list of all. */
export function ManageBundles() {
  const refusal = useRefusal()('voucher.bundle');
  const [showsSettings, setShowsSettings] = useState(false);
  return (
    <div className={styles.manage}>
      <Panel title="Create bundle" folds>
        <Stack>
          <p className="quiet">{refusal ?? `Templates: ${TEMPLATE_HINT}`}</p>
          {refusal === undefined && <CreateBundle />}
        </Stack>
      </Panel>
      <BundlesTable
        tools={
          <Allowed to="settings.update">
            <ActionButton icon={<CogIcon />} onClick={() => setShowsSettings(true)}>
              Unused vouchers
            </ActionButton>
          </Allowed>
        }
      />
      {showsSettings && <LapseDialog onClose={() => setShowsSettings(false)} />}
    </div>
  );
}

function CreateBundle() {
  const forget = useForgetDraft(DRAFT);
  const { run, error } = useMutation('createVoucherBundle', {
    failure: 'Failed to create voucher bundle',
    saysReason: true,
  });
  return (
    <FormPanel
      label="Create bundle"
      schema={bundleForm}
      initial={empty}
      submitLabel="Create bundle"
      submitError={error}
      onSubmit={async (body) => {
        const { name } = await run({ body: { ...body, isActive: true } });
        forget();
        toast('Voucher bundle created successfully', name);
      }}
    >
      <FormDraft name={DRAFT} fields={KEPT} />
      <BundleFields />
    </FormPanel>
  );
}

/** When unused vouchers lapse. */
function LapseDialog({ onClose }: { onClose: () => void }) {
  return (
    <SettingsDialog
      title="Unused Vouchers"
      read="getVoucherSettings"
      write="updateVoucherSettings"
      schema={voucherSettings}
      saved={({ lapseDays }) =>
        `Vouchers sold from now on lapse after ${counted(lapseDays, 'day')}.`
      }
      onClose={onClose}
    >
      <NumberField
        name="lapseDays"
        label="Lapse after"
        unit="days"
        help="Days after the sale on which a voucher that nobody activated lapses and becomes revenue. Vouchers that are sold keep their day."
      />
    </SettingsDialog>
  );
}
