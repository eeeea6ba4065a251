import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import type { Optimization } from '@nimule/core/reports/network/schema';
import { useReturnFocus } from '../../../ui/overlay/return-focus.ts';
import { Empty } from '../../../ui/states.tsx';
import { CopyButton } from '../copy-button.tsx';
import styles from '../network.module.css';
import { NodeLink } from '../node-link.tsx';

type Advice = Optimization['advice'][number];

const urgencies = [
  { urgency: 'now', title: 'Now' },
  { urgency: 'soon', title: 'Soon' },
  { urgency: 'later', title: 'Later' },
] as const;

interface OptimizationDialogProps {
  found: Optimization;
  onClose: () => void;
}

/** The suggestions to read and to copy (seeds/000 2): by urgency, each with a link to its node. */
export function OptimizationDialog({ found, onClose }: OptimizationDialogProps) {
  useReturnFocus();
  const { advice, suggestions } = found;
  return (
    <Dialog
      isOpen
      title="Optimization suggestions"
      onClose={onClose}
      style={{ width: 'min(720px, 100% - 24px)' }}
    >
      <DialogBody>
        {advice.length === 0 && (
          <Empty
            title="Nothing to suggest"
            description={
              suggestions || 'Load, growth, oversubscription and uptime of all nodes are in order.'
            }
          />
        )}
        {urgencies.map(({ urgency, title }) => (
          <AdviceList
            key={urgency}
            title={title}
            advice={advice.filter((one) => one.urgency === urgency)}
            onClose={onClose}
          />
        ))}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {advice.length > 0 && <CopyButton text={suggestions} />}
            <Button onClick={onClose}>Close</Button>
          </>
        }
      />
    </Dialog>
  );
}

interface AdviceListProps {
  title: string;
  advice: readonly Advice[];
  onClose: () => void;
}

function AdviceList({ title, advice, onClose }: AdviceListProps) {
  if (advice.length === 0) return null;
  return (
    <section className={styles.advice} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {advice.map(({ text, kind, nodeId }) => (
          <li key={`${kind} ${nodeId} ${text}`}>
            {text}{' '}
            {nodeId !== null && (
              <NodeLink
                id={nodeId}
                name="See the node"
                label={`See the node: ${text}`}
                onClick={onClose}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
