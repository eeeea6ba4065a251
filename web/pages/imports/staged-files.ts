import type { StagedFile } from '@nimule/core/imports/schema-centre';
import {
  type ImportSettings,
  importSettings,
  stagedFile,
} from '@nimule/core/imports/schema-centre';
import { z } from 'zod';
import type { ImportType } from './import-words.ts';

/** In sessionStorage, so that a reload keeps what was learnt about a file and how it was to be read. */
const FILE_KEY = 'nimule.import.file';
const DRAFT_KEY = 'nimule.import.draft';

const file = stagedFile.pick({ id: true, sheets: true, detectedType: true }).extend({
  importedBefore: z.object({ runId: z.number(), at: z.string(), by: z.string() }).nullable(),
});
export type RememberedFile = z.output<typeof file>;

const draft = z.object({ key: z.string(), settings: importSettings });

function stored<T>(name: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(name) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export function rememberFile({ id, sheets, detectedType, importedBefore }: StagedFile): void {
  const before = importedBefore && { ...importedBefore, at: importedBefore.at.toISOString() };
  const known = { id, sheets, detectedType, importedBefore: before };
  sessionStorage.setItem(FILE_KEY, JSON.stringify(known));
}

/** What the upload answered, if this is the last uploaded file of this browser tab. */
export function rememberedFile(id: number): RememberedFile | undefined {
  const found = stored(FILE_KEY, file);
  return found?.id === id ? found : undefined;
}

/** The key of the settings of a file that is read as a type. */
export function draftKeyOf(fileId: number, type: ImportType): string {
  return `${fileId}.${type}`;
}

/** Stores the changed settings of a preview; only the last one is kept. */
export function rememberDraft(key: string, settings: ImportSettings): void {
  sessionStorage.setItem(DRAFT_KEY, JSON.stringify({ key, settings }));
}

export function rememberedDraft(key: string): ImportSettings | undefined {
  const found = stored(DRAFT_KEY, draft);
  return found?.key === key ? found.settings : undefined;
}
