import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { DownloadIcon } from '@blueprintjs/icons';
import { formatDate, formatInstant } from '@nimule/core/kernel/dates';
import type {
  InsightLine,
  InsightResult,
  InsightSection,
} from '@nimule/core/reports/insights/schema';
import { Link } from 'react-router-dom';
import { useReturnFocus } from '../../ui/overlay/return-focus.ts';
import { Empty } from '../../ui/states.tsx';
import { savePdf } from '../documents.tsx';
import { linkOf } from './insight-links.ts';
import styles from './insights.module.css';

/** Who wrote the text. */
const authors: Record<InsightResult['driver'], string> = {
  local: 'Written by the rules of this system from the books.',
  model: 'Written by a language model. Each of its figures was checked against the facts below it.',
  fallback:
    'Written by the rules of this system from the books: the language model did not answer, or named figures that the books do not hold.',
};

interface InsightsDialogProps {
  result: InsightResult;
  onClose: () => void;
}

/** The billing insights to read, each with a link to the list behind it, and as a PDF (seeds/000 2). */
export function InsightsDialog({ result, onClose }: InsightsDialogProps) {
  useReturnFocus();
  const { insight, asOf, generatedAt, driver, sections } = result;
  const shown = sections.filter(({ lines }) => lines.length > 0);
  return (
    <Dialog
      isOpen
      title="AI-Generated Billing Insights"
      onClose={onClose}
      style={{ width: 'min(760px, 100% - 24px)' }}
    >
      <DialogBody>
        <p className={styles.about}>
          As of {formatDate(asOf)}, generated {formatInstant(generatedAt)}. {authors[driver]}
        </p>
        {/* The text of the rules is that of the sections. */}
        {(driver === 'model' || shown.length === 0) && insight !== '' && (
          <p className={styles.text}>{insight}</p>
        )}
        {driver === 'model' && shown.length > 0 && <h3 className={styles.basis}>The facts</h3>}
        {shown.map((section) => (
          <Section key={section.topic} section={section} onFollow={onClose} />
        ))}
        {insight === '' && shown.length === 0 && (
          <Empty
            title="Nothing stands out"
            description="Insights show here once customers are billed and pay."
          />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button
              icon={<DownloadIcon />}
              onClick={() => savePdf('exportInsight', {}, `billing-insights-${asOf}.pdf`)}
            >
              Export Report
            </Button>
            <Button onClick={onClose}>Close</Button>
          </>
        }
      />
    </Dialog>
  );
}

function Section({ section, onFollow }: { section: InsightSection; onFollow: () => void }) {
  return (
    <section className={styles.section} aria-label={section.title}>
      <h3>{section.title}</h3>
      <ul>
        {section.lines.map((line) => (
          <Line key={line.text} line={line} onFollow={onFollow} />
        ))}
      </ul>
    </section>
  );
}

function Line({ line: { text, link }, onFollow }: { line: InsightLine; onFollow: () => void }) {
  const target = link && linkOf(link);
  return (
    <li>
      {text}{' '}
      {target && (
        <Link to={target.to} onClick={onFollow} aria-label={`${target.text}: ${text}`}>
          {target.text}
        </Link>
      )}
    </li>
  );
}
