import { Button, Checkbox } from '@blueprintjs/core';
import { DocumentIcon, ImportIcon, PrintIcon, ThIcon } from '@blueprintjs/icons';
import { type ReactElement, useState } from 'react';
import { ClientError } from '../../../client/errors.ts';
import { softDisabled } from '../../../ui/form/submit-button.tsx';
import { toast, toastError } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import styles from '../reports.module.css';

/** The formats of an export (seeds/002 9). */
const formats = ['pdf', 'excel', 'csv'] as const;
export type ChosenFormat = (typeof formats)[number];

const buttons: Record<ChosenFormat, { label: string; icon: ReactElement }> = {
  pdf: { label: 'PDF', icon: <DocumentIcon /> },
  excel: { label: 'Excel', icon: <ThIcon /> },
  csv: { label: 'CSV', icon: <ImportIcon /> },
};

/** seeds/002 8. */
const FAILED = 'Failed to export report. Please try again.';

interface ExportOptionsProps {
  /** Saves the file of the report that is shown; undefined while there is none. */
  save: ((format: ChosenFormat, withLines: boolean) => Promise<string>) | undefined;
  /** Whether a PDF can leave out the rows behind its figures. */
  hasLines?: boolean;
  onPrint: () => void;
}

/** The report as a file, and on paper (seeds/002 2). */
export function ExportOptions({ save, hasLines = false, onPrint }: ExportOptionsProps) {
  const [withLines, setWithLines] = useState(false);
  const [making, setMaking] = useState<ChosenFormat>();
  const run = async (format: ChosenFormat) => {
    if (!save) return;
    setMaking(format);
    try {
      toast('Report Exported', await save(format, withLines));
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      toastError(error.isFault || error.message === '' ? FAILED : error.message);
    } finally {
      setMaking(undefined);
    }
  };
  const isIdle = save !== undefined && making === undefined;
  return (
    <div className={styles.noPrint}>
      <Panel title="Export options" folds>
        <div className={styles.exports}>
          {formats.map((format) => (
            <Button
              key={format}
              icon={buttons[format].icon}
              loading={making === format}
              {...softDisabled(!isIdle)}
              onClick={() => {
                if (isIdle) run(format).catch(reportError);
              }}
              aria-label={`Export as ${buttons[format].label}`}
            >
              {buttons[format].label}
            </Button>
          ))}
          <Button
            icon={<PrintIcon />}
            {...softDisabled(!save)}
            onClick={() => {
              if (save) onPrint();
            }}
          >
            Print
          </Button>
        </div>
        {hasLines && (
          <Checkbox
            className={styles.exportNote ?? ''}
            checked={withLines}
            onChange={(event) => setWithLines(event.currentTarget.checked)}
          >
            PDF with all rows (the first 2,000)
          </Checkbox>
        )}
        <p className={`quiet ${styles.exportNote}`}>
          {hasLines
            ? 'PDF has two pages: figures, charts and the main tables. Excel and CSV have every row behind the figures.'
            : 'Excel and CSV have every row behind the figures, PDF the first 2,000.'}
        </p>
      </Panel>
    </div>
  );
}
