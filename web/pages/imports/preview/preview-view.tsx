import { Button, ButtonGroup, HTMLSelect, Intent, Tag } from '@blueprintjs/core';
import { ArrowLeftIcon } from '@blueprintjs/icons';
import { type ImportPreview, rowFates } from '@nimule/core/imports/schema-centre';
import { builtImportTypes, mayImport } from '@nimule/core/imports/schema-types';
import { lazy, Suspense } from 'react';
import { paths } from '../../../app/paths.ts';
import { useMay } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Skeleton, SkeletonBlock } from '../../../ui/skeleton.tsx';
import { ErrorState, Loaded } from '../../../ui/states.tsx';
import {
  acceptedTotal,
  fateLabels,
  formatTotal,
  type ImportType,
  messageText,
  typeTitle,
} from '../import-words.ts';
import { useImportsNavigation } from '../imports-url.ts';
import { FileOptions } from './file-options.tsx';
import { ImportButton } from './import-button.tsx';
import { MappingPanel } from './mapping-panel.tsx';
import { Notices } from './notices.tsx';
import styles from './preview.module.css';
import { ReasonsPanel } from './reasons-panel.tsx';
import { UnknownType } from './unknown-type.tsx';
import { type Preview, type Shown, usePreview } from './use-preview.ts';

/** In its own chunk with the library's table, which no other page needs. */
const PreviewGrid = lazy(() =>
  import('./preview-grid.tsx').then((loaded) => ({ default: loaded.PreviewGrid })),
);

/** The error of a file whose column titles do not tell what it holds: a question, not a failure. */
const UNKNOWN_KIND = 'import.unknownKind';

interface PreviewViewProps {
  fileId: number;
  type: ImportType;
}

/** What an import of the uploaded file would do, before anything is written. */
export function PreviewView({ fileId, type }: PreviewViewProps) {
  const preview = usePreview(fileId, type);
  const isUnknown = preview.data === undefined && preview.error?.code === UNKNOWN_KIND;
  return (
    <Stack>
      <div>
        <LinkButton to={paths.importOf(type)} icon={<ArrowLeftIcon />}>
          Another file
        </LinkButton>
      </div>
      {!isUnknown && (
        <Loaded
          read={preview}
          loading="Reading the file…"
          failed="The file could not be read"
          skeleton={<PreviewSkeleton />}
        >
          {(data) => <Content fileId={fileId} preview={preview} data={data} />}
        </Loaded>
      )}
      {type === 'general' && !preview.data && (preview.error || preview.settings) && (
        <UnknownType fileId={fileId} preview={preview} isUnknown={isUnknown} />
      )}
    </Stack>
  );
}

function PreviewSkeleton() {
  return (
    <>
      <Skeleton height="64px" />
      <div className={styles.layout}>
        <SkeletonBlock label="Reading the file…" lines={8} />
        <Skeleton height="480px" />
      </div>
    </>
  );
}

interface ContentProps {
  fileId: number;
  preview: Preview;
  data: ImportPreview;
}

function Content({ fileId, preview, data }: ContentProps) {
  const { change, error, isStale, refresh, shown, show } = preview;
  const settings = preview.settings ?? data.settings;
  return (
    <>
      <section className={styles.bar} aria-label="File">
        <div className={styles.file}>
          <span className={styles.filename}>{data.filename}</span>
          <KindPicker fileId={fileId} type={data.type} />
          {data.source !== null && (
            <Tag minimal intent={Intent.SUCCESS}>
              Recognised as {data.source}
            </Tag>
          )}
        </div>
        <FileOptions preview={data} settings={settings} onChange={change} />
        <div className={styles.import}>
          {isStale && (
            <span className={styles.updating} role="status">
              Updating the preview…
            </span>
          )}
          <ImportButton fileId={fileId} preview={preview} data={data} />
        </div>
      </section>
      {error && <ErrorState error={error} onRetry={refresh} title="The preview is out of date" />}
      <Notices fileId={fileId} data={data} onRefresh={refresh} />
      <div className={styles.layout}>
        <MappingPanel preview={data} settings={settings} onChange={change} />
        <div className={styles.main}>
          <ReasonsPanel preview={data} settings={settings} onChange={change} onRefresh={refresh} />
          <section className={styles.panel} aria-label="Rows">
            <div className={styles.rows}>
              {data.problem === null ? (
                <FateFilter counts={data.counts} shown={shown} onShow={show} />
              ) : (
                <span className="quiet">
                  No row can be read yet. Rows shown as they are: {data.rows.length}.
                </span>
              )}
              <Totals data={data} />
            </div>
            {data.rows.length > 0 ? (
              <Suspense fallback={<Skeleton height="320px" />}>
                <PreviewGrid
                  rows={data.rows}
                  amounts={amountsOf(data)}
                  isUnread={data.problem !== null}
                  isDimmed={isStale}
                />
              </Suspense>
            ) : (
              <p className={styles.none}>
                {data.problem === null ? 'No rows of this kind.' : messageText(data.problem)}
              </p>
            )}
          </section>
        </div>
      </div>
    </>
  );
}

function amountsOf({ fields }: ImportPreview): string[] {
  return fields
    .filter(({ kind }) => kind === 'amount' || kind === 'whole')
    .map(({ field }) => field);
}

/** What the accepted rows make, and beside it what is refused. */
function Totals({ data: { totals } }: { data: ImportPreview }) {
  return (
    <dl className={styles.totals} aria-label="Totals of the rows that are not refused">
      {totals.map(({ key, label, unit, file, refused }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            {formatTotal(acceptedTotal(file, refused, unit), unit)}
            {Number(refused) !== 0 && (
              <span className={styles.refusedTotal}> and {formatTotal(refused, unit)} refused</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FateFilterProps {
  counts: ImportPreview['counts'];
  shown: Shown;
  onShow: (shown: Shown) => void;
}

/** How many rows have which fate; a click shows only them in the grid. */
function FateFilter({ counts, shown, onShow }: FateFilterProps) {
  const options: readonly { value: Shown; label: string; rows: number }[] = [
    { value: 'all', label: 'All', rows: counts.rows },
    ...rowFates.map((fate) => ({ value: fate, label: fateLabels[fate], rows: counts[fate] })),
  ];
  const others = [
    ...(counts.lines > 0 ? [`${numberText(counts.lines)} further lines of a record`] : []),
    ...(counts.leftOut > 0 ? [`${numberText(counts.leftOut)} left out`] : []),
  ];
  return (
    <>
      <ButtonGroup className={styles.fates ?? ''} aria-label="Rows shown">
        {options.map(({ value, label, rows }) => (
          <Button
            key={value}
            aria-pressed={shown === value}
            active={shown === value}
            className={value === 'refused' && rows > 0 ? (styles.refusedCount ?? '') : ''}
            onClick={() => onShow(value)}
          >
            {label} <span className={styles.count}>{numberText(rows)}</span>
          </Button>
        ))}
      </ButtonGroup>
      {others.length > 0 && <span className="quiet">{others.join(', ')}</span>}
    </>
  );
}

/** As what a file is read, with the other kinds that the user may import: the columns may tell the wrong one. */
function KindPicker({ fileId, type }: { fileId: number; type: ImportType }) {
  const { toType } = useImportsNavigation();
  const may = useMay();
  const kinds = builtImportTypes.filter((kind) => kind === type || mayImport(may, kind));
  if (kinds.length < 2) return <Tag minimal>{typeTitle(type)}</Tag>;
  return (
    <HTMLSelect
      aria-label="Kind of file"
      value={type}
      options={kinds.map((kind) => ({ value: kind, label: typeTitle(kind) }))}
      onChange={({ currentTarget }) => {
        void toType(currentTarget.value as ImportType, fileId);
      }}
    />
  );
}
