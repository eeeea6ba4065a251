import { formatInstant } from '@nimule/core/kernel/dates';
import { formatRange } from '@nimule/core/kernel/periods';
import { sectionsOf } from '@nimule/core/reports/comprehensive/rules';
import {
  type Report,
  type ReportType,
  reportTypes,
} from '@nimule/core/reports/comprehensive/schema';
import { useEffect, useRef } from 'react';
import { download } from '../../../client/download.ts';
import type { Reading } from '../../../client/use-read.ts';
import { useRead } from '../../../client/use-read.ts';
import { formatRate } from '../../../parts/rates.ts';
import { Stack } from '../../../ui/layout.tsx';
import { toastError } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type ChosenFormat, ExportOptions } from '../config/export-options.tsx';
import { ReportConfig } from '../config/report-config.tsx';
import styles from '../reports.module.css';
import { isProblem, useReportUrl } from '../reports-url.ts';
import { DetailCards } from './detail-cards.tsx';
import { sectionTitles } from './figures.ts';
import { SummaryCards, SummarySkeleton } from './summary-cards.tsx';

const typeLabels: Record<ReportType, string> = {
  comprehensive: 'Comprehensive report',
  financial: 'Financial report',
  operational: 'Operational report',
  customer: 'Customer report',
  procurement: 'Procurement report',
  hr: 'HR report',
};

/** seeds/002 8. */
const FAILED = 'Failed to generate report. Please try again.';

/** The report with the message of the specification where the server has none for the user. */
function withFailure(read: Reading<Report>): Reading<Report> {
  const { error } = read;
  return error?.isFault ? { ...read, error: error.withMessage(FAILED) } : read;
}

/** The comprehensive report and those of one subject (seeds/002 2). */
export function SummaryReports() {
  const { type, range, chooseType, chooseRange } = useReportUrl();
  const dates = isProblem(range) ? { startDate: '', endDate: '' } : range;
  const read = withFailure(
    useRead('getReport', { params: { type }, query: dates }, { when: !isProblem(range) }),
  );
  const { error } = read;
  const isAsked = useRef(false);
  useEffect(() => {
    if (!error || !isAsked.current) return;
    isAsked.current = false;
    toastError(error.message);
  }, [error]);
  const save = (format: ChosenFormat, withLines: boolean) =>
    download(
      'exportReport',
      {
        params: { format },
        body: {
          ...{ reportType: type, dateRange: dates },
          ...(format === 'pdf' ? { lines: withLines } : {}),
        },
      },
      `${type}-report-${dates.startDate}-to-${dates.endDate}.${format === 'excel' ? 'xlsx' : format}`,
    );
  return (
    <Stack>
      <div className={styles.top}>
        <ReportConfig
          label="Report type"
          value={type}
          options={reportTypes.map((value) => ({ value, label: typeLabels[value] }))}
          range={range}
          onChoose={(value) => chooseType(reportTypes.find((known) => known === value) ?? type)}
          onGenerate={(next) => {
            isAsked.current = true;
            if (next.startDate === dates.startDate && next.endDate === dates.endDate)
              read.refresh();
            else chooseRange(next);
          }}
        />
        <ExportOptions
          save={read.data ? save : undefined}
          hasLines
          onPrint={() => window.print()}
        />
      </div>
      {isProblem(range) ? (
        <Panel title={typeLabels[type]}>
          <Empty title="There is no report over these days" description={range.message} />
        </Panel>
      ) : (
        <Loaded
          read={read}
          loading="Generating the report…"
          failed="Failed to fetch report data"
          skeleton={<ReportSkeleton type={type} />}
        >
          {(report) => <ShownReport report={report} />}
        </Loaded>
      )}
    </Stack>
  );
}

function ShownReport({ report }: { report: Report }) {
  const { type, dateRange, previousRange, exchangeRate, generatedAt, hidden } = report;
  return (
    <Stack>
      <div className={styles.heading}>
        <h2>{typeLabels[type]}</h2>
        <p>
          {formatRange(dateRange)}
          <span className="quiet">
            {' '}
            · compared with {formatRange(previousRange)} · pounds at {formatRate(exchangeRate)} ·
            generated {formatInstant(generatedAt)}
          </span>
        </p>
        {report.note && <p role="note">{report.note}</p>}
        {hidden.length > 0 && (
          <p role="note">
            Not shown to your role: {hidden.map((name) => sectionTitles[name]).join(', ')}. The
            files leave it out too.
          </p>
        )}
      </div>
      <SummaryCards report={report} />
      <DetailCards report={report} />
    </Stack>
  );
}

function ReportSkeleton({ type }: { type: ReportType }) {
  return (
    <Stack>
      <SummarySkeleton type={type} />
      <div className={styles.details}>
        {sectionsOf[type].map((name) => (
          <Panel key={name} title={sectionTitles[name]}>
            <div className={styles.bones}>
              {['92%', '76%', '84%', '60%'].map((width) => (
                <Skeleton key={width} width={width} />
              ))}
            </div>
          </Panel>
        ))}
      </div>
    </Stack>
  );
}
