import type {
  ImportPreview,
  ImportSettings,
  PreviewInput,
} from '@nimule/core/imports/schema-centre';
import { useCallback, useEffect, useState } from 'react';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import type { Readable } from '../../../ui/table/readable.ts';
import type { ImportType } from '../import-words.ts';
import { draftKeyOf, rememberDraft, rememberedDraft } from '../staged-files.ts';

/** Several changes in a row ask once. */
const DELAY_MS = 300;

export type Shown = PreviewInput['show'];

export interface Preview extends Readable<ImportPreview> {
  error: ClientError | undefined;
  /** The settings on screen, which may be newer than the preview. */
  settings: ImportSettings | undefined;
  change: (settings: ImportSettings) => void;
  shown: Shown;
  show: (shown: Shown) => void;
  /** The preview does not belong to the settings yet. */
  isStale: boolean;
}

interface Answer {
  /** The question that was answered; undefined to ask again. */
  to: string | undefined;
  preview: ImportPreview | undefined;
  error: ClientError | undefined;
}

/**
 * The preview of a file with the settings on screen. A change asks the server again, one question at a time; meanwhile
 * the former preview stays.
 */
export function usePreview(fileId: number, type: ImportType): Preview {
  const draftKey = draftKeyOf(fileId, type);
  const [changed, setChanged] = useState(() => rememberedDraft(draftKey));
  const [shown, setShown] = useState<Shown>('all');
  const [asked, setAsked] = useState<string>();
  const [answer, setAnswer] = useState<Answer>({
    to: undefined,
    preview: undefined,
    error: undefined,
  });
  const { run } = useMutation('previewImport', { failure: 'The file could not be read.' });
  const body = { fileId, type, show: shown, ...(changed && { settings: changed }) };
  const question = JSON.stringify(body);
  const isFirst = answer.preview === undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the question stands for the body
  useEffect(() => {
    if (asked !== undefined || answer.to === question) return;
    const timer = setTimeout(
      () => {
        setAsked(question);
        run({ body })
          .then(
            (preview) => setAnswer({ to: question, preview, error: undefined }),
            (error: ClientError) => setAnswer(({ preview }) => ({ to: question, preview, error })),
          )
          .finally(() => setAsked(undefined));
      },
      isFirst ? 0 : DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [question, asked, answer.to, isFirst, run]);

  const change = useCallback(
    (settings: ImportSettings) => {
      rememberDraft(draftKey, settings);
      setChanged(settings);
    },
    [draftKey],
  );
  const isStale = answer.to !== question;
  return {
    data: answer.preview,
    error: isStale ? undefined : answer.error,
    isLoading: isStale && answer.preview === undefined,
    isRefreshing: isStale && answer.preview !== undefined,
    refresh: () => setAnswer((before) => ({ ...before, to: undefined })),
    settings: changed ?? answer.preview?.settings,
    change,
    shown,
    show: setShown,
    isStale,
  };
}
