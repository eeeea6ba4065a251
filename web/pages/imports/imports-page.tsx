import { titleOf } from '../../app/modules.ts';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { HistoryTable } from './history-table.tsx';
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
      <Content />
    </Page>
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
