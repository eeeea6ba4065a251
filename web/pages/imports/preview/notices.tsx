import { Button, Callout, Intent } from '@blueprintjs/core';
import type { ImportPreview } from '@nimule/core/imports/schema-centre';
import { formatInstant } from '@nimule/core/kernel/dates';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useMay } from '../../../ui/allowed.tsx';
import { messageText, permissionFor, typeTitle } from '../import-words.ts';
import { useImportsNavigation } from '../imports-url.ts';
import { rememberedFile } from '../staged-files.ts';
import { needsOpeningDate, OpeningDate } from './opening-date.tsx';

interface NoticesProps {
  fileId: number;
  data: ImportPreview;
  /** Asks for the preview again. */
  onRefresh: () => void;
}

/** What needs attention before the rows: an earlier import, another type of file, warnings of the reader. */
export function Notices({ fileId, data, onRefresh }: NoticesProps) {
  const { toType } = useImportsNavigation();
  const known = rememberedFile(fileId);
  const before = known?.importedBefore;
  const detected = known?.detectedType ?? null;
  const may = useMay();
  const isOther = detected !== null && detected !== data.type && may(permissionFor(detected));
  const { problem, unused } = data;
  const lines = data.warnings.filter((line) => unused.length === 0 || !line.startsWith(NOT_READ));
  const informed = lines.filter((line) => line.startsWith(HEADER));
  const warned = lines.filter((line) => !line.startsWith(HEADER)).map(messageText);
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
          {messageText(problem)}
          {needsOpeningDate(problem) && <OpeningDate onSet={onRefresh} />}
        </Callout>
      )}
      <Lines lines={warned} intent={Intent.WARNING} />
      <Lines lines={informed} />
    </>
  );
}

/** Where the reader found the header: told, but nothing to worry about. */
const HEADER = 'The header is in row ';
/** The columns panel lists these already. */
const NOT_READ = 'Columns that were not read: ';

/** Lines of the reader of the file; without an intent as quiet information. */
function Lines({ lines, intent }: { lines: readonly string[]; intent?: Intent }) {
  if (lines.length === 0) return null;
  const content =
    lines.length === 1 ? (
      lines[0]
    ) : (
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    );
  if (intent === undefined) return <div className="quiet">{content}</div>;
  return (
    <Callout compact intent={intent}>
      {content}
    </Callout>
  );
}
