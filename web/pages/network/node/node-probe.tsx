import { Callout, Intent } from '@blueprintjs/core';
import type { Probe, SnmpInput } from '@nimule/core/network/schema';
import { useState } from 'react';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { toastFailure } from '../../../ui/overlay/toaster.tsx';
import { SmallTable } from '../../../ui/table/small-table.tsx';
import styles from '../network.module.css';

const INTERFACES_SHOWN = 8;

export interface ProbeState {
  busy: boolean;
  result: Probe | undefined;
  /** Measures the node now, with these credentials or the stored ones; nothing is stored. */
  run: (snmp?: SnmpInput) => void;
}

export function useProbe(id: number): ProbeState {
  const [result, setResult] = useState<Probe>();
  const { run, busy } = useMutation('probeNode', { failure: 'The node could not be tested.' });
  return {
    busy,
    result,
    run: (snmp) => {
      setResult(undefined);
      run({ params: { id }, body: snmp ? { snmp } : {} }).then(setResult, (error: ClientError) =>
        toastFailure(error),
      );
    },
  };
}

function intentOf({ isReachable, snmp }: Probe): Intent {
  if (!isReachable) return Intent.DANGER;
  return snmp === 'failed' ? Intent.WARNING : Intent.SUCCESS;
}

/** What a test found, in the server's words, with the interfaces it saw. */
export function ProbeResult({ probe: { result } }: { probe: ProbeState }) {
  return (
    <div role="status" className={styles.probe}>
      {result && (
        <Callout compact intent={intentOf(result)} title={result.message}>
          {result.interfaces.length > 0 && (
            <>
              <SmallTable
                label="Interfaces found"
                rows={result.interfaces.slice(0, INTERFACES_SHOWN)}
                rowKey={({ name }) => name}
                columns={[
                  { header: 'Interface', cell: ({ name }) => name },
                  { header: 'Alias', cell: ({ alias }) => alias, minor: true },
                  { header: 'State', cell: ({ isUp }) => (isUp ? 'Up' : 'Down') },
                ]}
              />
              {result.interfaces.length > INTERFACES_SHOWN && (
                <p>and {result.interfaces.length - INTERFACES_SHOWN} more</p>
              )}
            </>
          )}
        </Callout>
      )}
    </div>
  );
}
