import { useEffect, useRef } from 'react';
import { titleOf } from '../../app/modules.ts';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { HistoryTable } from './history-table.tsx';
import styles from './imports.module.css';
import { useImportsUrl } from './imports-url.ts';
import { useMayImport } from './may-import.ts';
import { PreviewView } from './preview/preview-view.tsx';
import { RunView } from './run/run-view.tsx';
import { UploadView } from './upload/upload-view.tsx';

/** Data Import Center (seeds/002 2); the URL says which file or import is shown. */
export function ImportsPage() {
  return (
    <Page
      title={titleOf('dataImport')}
      description="Upload a spreadsheet, see what it would change, then import it."
    >
      <View />
    </Page>
  );
}

/** Takes the focus when another view replaces the control that led to it; a view may have focused a control itself. */
function View() {
  const { file, run } = useImportsUrl();
  const view = useRef<HTMLDivElement>(null);
  const shown = run === undefined ? (file === undefined ? 'Files' : 'Preview') : 'Import';
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (!view.current?.contains(document.activeElement)) view.current?.focus();
  }, [shown]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups a view, not fields of a form
    <div ref={view} role="group" aria-label={shown} tabIndex={-1} className={styles.view}>
      <Content />
    </div>
  );
}

function Content() {
  const { type, file, run } = useImportsUrl();
  const mayImport = useMayImport();
  if (!mayImport) return <UploadView />;
  if (run !== undefined) return <RunView key={run} id={run} />;
  if (file !== undefined && type !== undefined)
    return <PreviewView key={`${file}.${type}`} fileId={file} type={type} />;
  return (
    <UrlTabs
      label="Parts of the import center"
      tabs={[
        { id: 'upload', title: 'Upload', panel: <UploadView /> },
        { id: 'history', title: 'History', panel: <HistoryTable /> },
      ]}
    />
  );
}
