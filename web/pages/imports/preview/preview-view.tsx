import { Button, Callout, Intent, Tag } from '@blueprintjs/core';
import { ArrowLeftIcon } from '@blueprintjs/icons';
import type { ImportPreview } from '@nimule/core/imports/schema-centre';
import { builtImportTypes } from '@nimule/core/imports/schema-types';
import { formatInstant } from '@nimule/core/kernel/dates';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useMay } from '../../../ui/allowed.tsx';
import { Inline, Stack } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Skeleton, SkeletonBlock } from '../../../ui/skeleton.tsx';
import { ErrorState, Loaded } from '../../../ui/states.tsx';
import { formatTotal, type ImportType, permissionFor, typeTitle } from '../import-words.ts';
import { useImportsNavigation } from '../imports-url.ts';
import { rememberedFile } from '../staged-files.ts';
import { FateFilter } from './fate-filter.tsx';
import { FileOptions } from './file-options.tsx';
import { ImportButton } from './import-button.tsx';
import { MappingPanel } from './mapping-panel.tsx';
import styles from './preview.module.css';
import { ReasonsPanel } from './reasons-panel.tsx';
import { type Preview, usePreview } from './use-preview.ts';

/** In its own chunk with the library's table, which no other page needs. */
const PreviewGrid = lazy(() =>
  import('./preview-grid.tsx').then((loaded) => ({ default: loaded.PreviewGrid })),
);

interface PreviewViewProps {
  fileId: number;
  type: ImportType;
}

/** What an import of the uploaded file would do, before anything is written. */
export function PreviewView({ fileId, type }: PreviewViewProps) {
  const preview = usePreview(fileId, type);
  return (
    <Stack>
      <div>
        <LinkButton to={paths.importOf(type)} icon={<ArrowLeftIcon />}>
          Another file
        </LinkButton>
      </div>
      <Loaded
        read={preview}
        loading="Reading the file…"
        failed="The file could not be read"
        skeleton={<PreviewSkeleton />}
      >
        {(data) => <Content fileId={fileId} preview={preview} data={data} />}
      </Loaded>
      {type === 'general' && preview.error && <OtherTypes fileId={fileId} />}
    </Stack>
  );
}

/** The categories to choose from, where the titles of the columns do not tell what a file holds. */
function OtherTypes({ fileId }: { fileId: number }) {
  const { toType } = useImportsNavigation();
  const may = useMay();
  const types = builtImportTypes.filter((type) => may(permissionFor(type)));
  return (
    <Callout compact>
      <Inline>
        Say what the file holds:
        {types.map((type) => (
          <Button key={type} size="small" onClick={() => toType(type, fileId)}>
            {typeTitle(type)}
          </Button>
        ))}
      </Inline>
    </Callout>
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
          <Tag minimal>{typeTitle(data.type)}</Tag>
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
      <Notices fileId={fileId} data={data} />
      <div className={styles.layout}>
        <MappingPanel preview={data} settings={settings} onChange={change} />
        <div className={styles.main}>
          <ReasonsPanel preview={data} settings={settings} onChange={change} />
          <section className={styles.panel} aria-label="Rows">
            <div className={styles.rows}>
              <FateFilter counts={data.counts} shown={shown} onShow={show} />
              <Totals data={data} />
            </div>
            {data.rows.length > 0 ? (
              <Suspense fallback={<Skeleton height="320px" />}>
                <PreviewGrid rows={data.rows} amounts={amountsOf(data)} isDimmed={isStale} />
              </Suspense>
            ) : (
              <p className={styles.none}>{data.problem ?? 'No rows of this kind.'}</p>
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

function Totals({ data: { totals } }: { data: ImportPreview }) {
  return (
    <dl className={styles.totals} aria-label="Totals of the file">
      {totals.map(({ key, label, unit, file }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{formatTotal(file, unit)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface NoticesProps {
  fileId: number;
  data: ImportPreview;
}

/** What needs attention before the rows: an earlier import, another type of file, warnings of the reader. */
function Notices({ fileId, data }: NoticesProps) {
  const { toType } = useImportsNavigation();
  const known = rememberedFile(fileId);
  const before = known?.importedBefore;
  const detected = known?.detectedType ?? null;
  const may = useMay();
  const isOther = detected !== null && detected !== data.type && may(permissionFor(detected));
  const { problem, warnings } = data;
  return (
    <>
      {before && (
        <Callout compact intent={Intent.WARNING}>
          This file was imported on {formatInstant(new Date(before.at))} by {before.by}. Rows that
          are in the books already stay as they are.{' '}
          <Link to={paths.importRun(before.runId)}>Show that import</Link>
        </Callout>
      )}
      {isOther && (
        <Callout compact intent={Intent.WARNING}>
          By its column titles this file belongs to {typeTitle(detected)}.{' '}
          <Button size="small" onClick={() => toType(detected, fileId)}>
            Read it as {typeTitle(detected)}
          </Button>
        </Callout>
      )}
      {problem !== null && (
        <Callout compact intent={Intent.DANGER}>
          {problem}
        </Callout>
      )}
      {warnings.length > 0 && (
        <Callout compact intent={Intent.WARNING}>
          {warnings.length === 1 ? (
            warnings[0]
          ) : (
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          )}
        </Callout>
      )}
    </>
  );
}
