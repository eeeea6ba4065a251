import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeLeftovers } from '../dump/embedded-places.ts';
import { beginSwap, completeSwap, readSwap } from './swap.ts';

let folder: string;
const path = (...names: string[]) => join(folder, ...names);

async function database(name: string, content: string): Promise<void> {
  await mkdir(path(name), { recursive: true });
  await writeFile(path(name, 'PG_VERSION'), content);
}
const content = (name: string) => readFile(path(name, 'PG_VERSION'), 'utf8').catch(() => undefined);

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'nimule-swap-')));
  await database('pg', 'old');
  await database('scratch-x/pg', 'new');
  await beginSwap(folder, path('scratch-x'), new Date('2026-11-22T02:00:00Z'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const REPLACED = 'pg.replaced-20261122020000';

const kills: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['before the first rename', async () => {}],
  ['after the first rename', () => rename(path('pg'), path(REPLACED))],
  [
    'after both renames',
    async () => {
      await rename(path('pg'), path(REPLACED));
      await rename(path('scratch-x/pg'), path('pg'));
    },
  ],
];

test.each(kills)('a swap that was killed %s is completed, once', async (_when, kill) => {
  await kill();
  for (let times = 0; times < 2; times += 1) {
    await completeSwap(folder);
    expect([await content('pg'), await content(REPLACED)]).toEqual(['new', 'old']);
    expect((await readdir(folder)).sort()).toEqual(['pg', REPLACED, 'scratch-x']);
  }
});

test('the old database is put back when the new one has disappeared', async () => {
  await rename(path('pg'), path(REPLACED));
  await rm(path('scratch-x'), { recursive: true });
  await completeSwap(folder);
  expect(await readdir(folder)).toEqual(['pg']);
  expect(await content('pg')).toBe('old');
});

test('the old database stays when the new one has disappeared before the first rename', async () => {
  await rm(path('scratch-x'), { recursive: true });
  await completeSwap(folder);
  expect(await content('pg')).toBe('old');
  expect(await readSwap(folder)).toBeUndefined();
});

test('a swap that was not decided on changes nothing', async () => {
  await rename(path('swap.json'), path('swap.json.new'));
  await completeSwap(folder);
  expect([await content('pg'), await content('scratch-x/pg')]).toEqual(['old', 'new']);
  expect((await readdir(folder)).sort()).toEqual(['pg', 'scratch-x']);
});

test('a database that was replaced in the same second keeps its name', async () => {
  await completeSwap(folder);
  await database('scratch-y/pg', 'newer');
  await beginSwap(folder, path('scratch-y'), new Date('2026-11-22T02:00:00Z'));
  await completeSwap(folder);
  expect([await content('pg'), await content(`${REPLACED}-1`)]).toEqual(['newer', 'new']);
  expect(await content(REPLACED)).toBe('old');
});

test('of a swap that is not complete nothing is removed; else replaced and abandoned databases', async () => {
  await database('copy-1-00000000-aaaaaaaa/pg', 'of a process that has ended');
  await database('mine/pg', 'of somebody');
  await database('removed-11', 'half');
  await rename(path('pg'), path(REPLACED));
  await removeLeftovers(folder, { replaced: true });
  expect((await readdir(folder)).sort()).toEqual(['mine', REPLACED, 'scratch-x', 'swap.json']);
  await completeSwap(folder);
  await removeLeftovers(folder, { replaced: true });
  expect((await readdir(folder)).sort()).toEqual(['mine', 'pg', 'scratch-x']);
});
