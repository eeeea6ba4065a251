import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportLayout } from '@nimule/fixtures/testing/documents/import-layout';
import { importLayouts } from '@nimule/fixtures/testing/documents/import-layouts';
import { countsOf, importText } from '@nimule/fixtures/testing/documents/imported';
import { sourceFile, sourceFiles } from '@nimule/fixtures/testing/documents/source-imports';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setOpeningDate } from '../accounting/opening/service.ts';
import type { Ctx } from '../context.ts';
import { isoDate } from '../kernel/dates.ts';
import { previewFile } from './preview/service.ts';
import { writeMapping } from './reading/rules-mapping.ts';
import { getImportRun } from './runs/service-history.ts';
import type { ImportInput, ImportResult } from './schema.ts';
import { importFile } from './service.ts';
import { importSources } from './sources/rules.ts';
import { READ_AS } from './sources/rules-kinds.ts';

let app: MarkedApp;
let folder: string;
const ctx = (): Ctx => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-layouts-'));
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
  await importText(
    ctx(),
    'customerId,name,email,phone,packageType\nSC001,Akol Traders,akol@example.org,0912345601,Flexible Plan\nSC002,Deng Hotel,deng@example.org,,Flexible Plan\n',
    { type: 'customers' },
  );
  await app.mark();
});
afterEach(() => app.restore());
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function uploadOf({ filename, text }: Pick<ImportLayout, 'filename' | 'text'>) {
  const path = join(folder, 'upload');
  await writeFile(path, text);
  return { path, filename, size: (await stat(path)).size };
}

type Upload = Awaited<ReturnType<typeof uploadOf>>;

/** Imports a file as the shell does; `run` is the id of the import. */
async function load(upload: Upload, input: Partial<ImportInput> = {}) {
  let run = 0;
  const result = await importFile(
    ctx(),
    upload,
    { type: 'general', ...input },
    {
      onRun(id) {
        run = id;
      },
    },
  );
  return { result, run };
}

/** The preview and the import of one file, before anything is decided, plan the same. */
async function expectSamePlan(upload: Upload): Promise<{
  preview: Awaited<ReturnType<typeof previewFile>>;
  result: ImportResult;
}> {
  const preview = await previewFile(ctx(), upload, { type: 'general', show: 'all' });
  const { result } = await load(upload, { dryRun: true });
  const { rows, leftOut, lines, refused } = preview.counts;
  expect(preview.problem).toBeNull();
  expect(countsOf(result)).toEqual([
    preview.counts.new,
    preview.counts.changed,
    preview.counts.same,
    refused,
  ]);
  expect(result.recordsProcessed).toBe(rows - leftOut);
  expect(lines).toBeGreaterThanOrEqual(0);
  return { preview, result };
}

const homes = Object.entries(importLayouts).filter(([, { type }]) => type !== undefined);
const homeless = Object.entries(importLayouts).filter(([, { type }]) => type === undefined);

it('there are layouts of every known system', () => {
  const shown = new Set([
    ...Object.values(importLayouts).flatMap(({ source }) => source ?? []),
    ...sourceFiles,
    // Another list of contacts of the same columns, told by the name of the file.
    'xero-suppliers',
  ]);
  expect(importSources.map(({ key }) => key).filter((key) => !shown.has(key))).toEqual([]);
  expect(Object.keys(importLayouts).length).toBeGreaterThanOrEqual(45);
});

/** The import with the decisions, twice; answers the first run. */
async function expectDecided(layout: ImportLayout, upload: Upload) {
  const { map = {}, value = {}, set = {} } = layout.decides ?? {};
  const decides = writeMapping({ map, value, set });
  const first = await load(upload, decides);
  const wanted = layout.decided ?? (layout.decides ? undefined : layout.proposed);
  const brought = (result: ImportResult) => result.recordsCreated + result.recordsUpdated;
  if (wanted) expect([brought(first.result), first.result.recordsFailed]).toEqual(wanted);
  const second = await load(upload, decides);
  expect(second.result.recordsCreated).toBe(0);
  expect(second.result.recordsUpdated).toBe(0);
  expect(second.result.recordsUnchanged).toBe(brought(first.result));
  return getImportRun(ctx(), first.run);
}

describe.each(homes)('%s', (_, layout) => {
  it('is read as what it is, by both ways the same, and is quiet the second time', async () => {
    const upload = await uploadOf(layout);
    if (layout.asks) {
      const asked = await previewFile(ctx(), upload, { type: 'general', show: 'all' });
      expect(asked.problem).toContain(layout.asks);
      await expect(load(upload, { dryRun: true })).rejects.toThrow(layout.asks);
      expect([asked.type, asked.settings.map]).toMatchObject([layout.type, layout.map ?? {}]);
      await expectDecided(layout, upload);
      return;
    }
    const { preview, result } = await expectSamePlan(upload);
    expect(preview.type).toBe(layout.type);
    const source = importSources.find(({ key }) => key === layout.source);
    expect(preview.source).toBe(source?.name ?? null);
    expect(preview.settings.map).toMatchObject(layout.map ?? {});
    for (const lines of [preview.warnings, result.warnings])
      expect(lines.filter((line) => line.startsWith(READ_AS))).toHaveLength(1);
    if (layout.proposed)
      expect([result.recordsCreated + result.recordsUpdated, result.recordsFailed]).toEqual(
        layout.proposed,
      );

    const run = await expectDecided(layout, upload);
    if (!layout.decides) {
      const { numberRows = false, sheet: _sheet, ...settings } = preview.settings;
      const { numberRows: numbered = false, sheet: _other, ...stored } = run.settings;
      expect([stored, numbered]).toEqual([settings, numberRows]);
      const totals = (all: readonly { key: string; file: string }[]) =>
        all.map(({ key, file }) => [key, file]);
      const files = totals(run.reconciliation ?? []).filter(([key]) =>
        preview.totals.some((one) => one.key === key),
      );
      expect(files).toEqual(totals(preview.totals));
    }
    await expectSamePlan(upload);
  });
});

it.each(homeless)('%s is told in words', async (_, layout) => {
  const upload = await uploadOf(layout);
  const words = layout.nothing ?? 'The columns do not tell what the file holds';
  await expect(load(upload)).rejects.toThrow(words);
  await expect(previewFile(ctx(), upload, { type: 'general', show: 'all' })).rejects.toThrow(words);
});

it.each(sourceFiles)('both ways plan the same for the file %s', async (key) => {
  const path = sourceFile(key);
  const { size } = await stat(path);
  const { preview } = await expectSamePlan({ path, filename: `${key}.csv`, size });
  expect(preview.source).not.toBeNull();
});
