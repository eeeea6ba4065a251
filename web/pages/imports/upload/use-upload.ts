import type { StagedFile } from '@nimule/core/imports/schema-centre';
import { useState } from 'react';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { toastError, toastFailure } from '../../../ui/overlay/toaster.tsx';
import type { ImportType } from '../import-words.ts';
import { useImportsNavigation } from '../imports-url.ts';
import { rememberFile } from '../staged-files.ts';

/** seeds/002 5, and exports of routers and lists of QuickBooks. */
const ENDINGS = ['.xlsx', '.xls', '.csv', '.rsc', '.iif'] as const;
export const ACCEPTED = ENDINGS.join(',');

function hasAcceptedEnding(filename: string): boolean {
  const name = filename.toLowerCase();
  return ENDINGS.some((ending) => name.endsWith(ending));
}

export interface Upload {
  /** The file that is being sent, by its category. */
  sending: { type: ImportType; filename: string; percent: number } | undefined;
  send: (type: ImportType, files: FileList | null) => void;
}

/** The type of the preview: of a general file what its headers say. */
function typeFor(type: ImportType, { detectedType }: StagedFile): ImportType {
  return type === 'general' ? (detectedType ?? type) : type;
}

/** Uploads one file at a time and opens its preview. */
export function useUpload(): Upload {
  const [sending, setSending] = useState<Upload['sending']>();
  const { run } = useMutation('stageImportFile', {
    failure: 'The file could not be uploaded.',
    onProgress: (share) =>
      setSending((before) => before && { ...before, percent: Math.round(share * 100) }),
  });
  const { toPreview } = useImportsNavigation();

  const send: Upload['send'] = (type, files) => {
    const file = files?.[0];
    if (!file || sending) return;
    if (!hasAcceptedEnding(file.name)) {
      toastError('Please upload an Excel (.xlsx, .xls) or CSV file.', 'Invalid File Type');
      return;
    }
    setSending({ type, filename: file.name, percent: 0 });
    run({ upload: file })
      .then(
        (staged) => {
          rememberFile(staged);
          void toPreview(typeFor(type, staged), staged.id);
        },
        (error: ClientError) => toastFailure(error, 'Upload Failed'),
      )
      .finally(() => setSending(undefined));
  };
  return { sending, send };
}
