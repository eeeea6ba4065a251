import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  claim,
  contactOwner,
  newestClaim,
  type OwnerRecord,
  processIdentity,
  runDirectory,
  socketDirectory,
} from './lock.ts';

let dataDir: string;
const servers = new Set<Server>();

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nimule-lock-'));
  await mkdir(runDirectory(dataDir));
});

afterEach(async () => {
  await Promise.all([...servers].map(end));
  await rm(dataDir, { recursive: true, force: true });
});

/** Listens as an owner's control socket does. */
async function candidate(name: string): Promise<{ record: OwnerRecord; server: Server }> {
  const socket = join(runDirectory(dataDir), name);
  const server = createServer((connection) => connection.destroy());
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  servers.add(server);
  return { record: { socket, pid: process.pid }, server };
}

async function end(server: Server): Promise<void> {
  servers.delete(server);
  await new Promise((resolve) => server.close(resolve));
}

describe('claim', () => {
  it('lets exactly one of many win, on a cold directory and after every death', async () => {
    for (let round = 1; round <= 12; round += 1) {
      const candidates = await Promise.all(
        Array.from({ length: 12 }, (_, index) => candidate(`${round}-${index}`)),
      );
      const outcomes = await Promise.all(
        candidates.map(async ({ record, server }) => ({
          won: await claim(dataDir, record),
          record,
          server,
        })),
      );
      const winners = outcomes.filter(({ won }) => won);
      expect(winners).toHaveLength(1);
      expect((await newestClaim(dataDir)).record).toEqual(winners[0]!.record);
      await Promise.all(candidates.map(({ server }) => end(server)));
    }
    const left = await readdir(runDirectory(dataDir));
    expect(left.length).toBeLessThan(12);
    expect(left.filter((name) => name.startsWith('claim-'))).toEqual([]);
  });

  it('fails while the owner is running', async () => {
    const [first, second] = await Promise.all([candidate('first'), candidate('second')]);
    expect(await claim(dataDir, first.record)).toBe(true);
    expect(await claim(dataDir, second.record)).toBe(false);
    expect((await newestClaim(dataDir)).record).toEqual(first.record);
  });

  it('ignores a record that a power cut left empty', async () => {
    await writeFile(join(runDirectory(dataDir), 'owner-7'), '');
    const { record } = await candidate('next');
    expect(await claim(dataDir, record)).toBe(true);
    expect(await newestClaim(dataDir)).toEqual({ generation: 8, record });
  });

  it('removes the socket of a killed owner', async () => {
    const dead = join(runDirectory(dataDir), 'dead');
    await writeFile(dead, '');
    await writeFile(
      join(runDirectory(dataDir), 'owner-3'),
      JSON.stringify({ socket: dead, pid: 1, identity: 'another run/1' }),
    );
    const { record } = await candidate('next');
    expect(await claim(dataDir, record)).toBe(true);
    await expect(stat(dead)).rejects.toThrow(/ENOENT/);
  });
});

describe('contactOwner', () => {
  it.runIf(process.platform === 'linux')(
    'does not take a living process for dead when its socket has been swept away',
    async () => {
      const socket = join(runDirectory(dataDir), 'swept');
      const identity = await processIdentity(process.pid);
      expect(identity).toMatch(/^[0-9a-f-]{36}\/\d+$/);
      expect(await contactOwner({ socket, pid: process.pid, identity })).toBe('unreachable');
      expect(await contactOwner({ socket, pid: process.pid, identity: 'earlier/1' })).toBe('dead');
    },
  );
});

describe('socketDirectory', () => {
  it('is in the data directory, accessible to this user only', async () => {
    const directory = await socketDirectory(dataDir);
    expect(directory).toBe(runDirectory(dataDir));
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
  });

  it('is in the temporary directory if the path is too long for a socket', async () => {
    const deep = join(dataDir, 'x'.repeat(60), 'y'.repeat(60));
    const directory = await socketDirectory(deep);
    try {
      expect(directory).toMatch(/nimule-[0-9a-f]{16}$/);
      expect((await stat(directory)).mode & 0o777).toBe(0o700);
      expect(await socketDirectory(deep)).toBe(directory);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
