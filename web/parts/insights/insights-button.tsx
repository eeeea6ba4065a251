import { LightbulbIcon } from '@blueprintjs/icons';
import type { InsightResult } from '@nimule/core/reports/insights/schema';
import { useState } from 'react';
import type { ClientError } from '../../client/errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../ui/allowed.tsx';
import { toastFailure } from '../../ui/overlay/toaster.tsx';
import { InsightsDialog } from './insights-dialog.tsx';

/** Generates the billing insights and shows them; after a failure the dialog stays closed (seeds/000 8). */
export function InsightsButton() {
  const { run, busy } = useMutation('billingInsight', {
    failure: 'Failed to generate billing insights.',
  });
  const [result, setResult] = useState<InsightResult>();
  const generate = () => {
    run().then(setResult, (error: ClientError) => toastFailure(error));
  };
  return (
    <>
      <AllowedOrDisabled to="invoice.read">
        <ActionButton icon={<LightbulbIcon />} loading={busy} onClick={generate}>
          Generate AI Insights
        </ActionButton>
      </AllowedOrDisabled>
      {result && <InsightsDialog result={result} onClose={() => setResult(undefined)} />}
    </>
  );
}
