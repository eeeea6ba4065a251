import { LockIcon } from '@blueprintjs/icons';
import { sectionPermissions } from '@nimule/core/reports/comprehensive/rules';
import type {
  ProcurementAnalysis,
  Report,
  SectionName,
} from '@nimule/core/reports/comprehensive/schema';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { useRefusal } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Panel } from '../../../ui/page.tsx';
import { SmallTable } from '../../../ui/table/small-table.tsx';
import { Money } from '../../../ui/values.tsx';
import styles from '../reports.module.css';
import { FigureValue } from './figure-value.tsx';
import { type ReportFigure, sectionsOfReport, sectionTitles } from './figures.ts';

/** A card for each section of the report with all its figures, and the top suppliers (seeds/002 2). */
export function DetailCards({ report }: { report: Report }) {
  return (
    <div className={styles.details}>
      {sectionsOfReport(report).map(({ name, figures }) =>
        figures === null ? (
          <HiddenSection key={name} name={name} />
        ) : (
          <Fragment key={name}>
            <DetailCard title={sectionTitles[name]} figures={figures} />
            {name === 'procurementAnalysis' && report.procurementAnalysis && (
              <TopSuppliers analysis={report.procurementAnalysis} />
            )}
          </Fragment>
        ),
      )}
    </div>
  );
}

function DetailCard({ title, figures }: { title: string; figures: readonly ReportFigure[] }) {
  return (
    <Panel title={title}>
      <dl className={styles.figures}>
        {figures.map((figure) => (
          <div key={figure.label} className={styles.row}>
            <dt>{figure.label}</dt>
            <dd>
              <FigureValue figure={figure} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** In the place of a section that the role may not see. */
function HiddenSection({ name }: { name: SectionName }) {
  const refusal = useRefusal()(sectionPermissions[name]);
  return (
    <Panel title={sectionTitles[name]}>
      <p className={`quiet ${styles.hidden}`}>
        <LockIcon />
        <span>{refusal ?? 'Your role does not see this section.'}</span>
      </p>
    </Panel>
  );
}

function TopSuppliers({ analysis: { topSuppliers } }: { analysis: ProcurementAnalysis }) {
  return (
    <Panel title="Top suppliers" description="By what was ordered">
      {topSuppliers.length === 0 ? (
        <p className="quiet">Nothing was ordered in these days.</p>
      ) : (
        <SmallTable
          label="Top suppliers"
          rows={topSuppliers}
          rowKey={({ supplierId }) => supplierId}
          columns={[
            {
              header: 'Supplier',
              cell: ({ supplierId, name }) => (
                <Link to={recordPath('supplier', supplierId)} dir="auto">
                  {name}
                </Link>
              ),
            },
            {
              header: 'Orders',
              align: 'right',
              cell: ({ orderCount }) => numberText(orderCount),
            },
            {
              header: 'Spent',
              align: 'right',
              cell: ({ totalSpent, totalSpentSsp }) => (
                <Money usd={totalSpent} ssp={totalSpentSsp} />
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
