import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  backupName,
  backupsToPrune,
  createdAtOf,
  jubaTime,
  nameCommand,
  parseBackupName,
} from './rules.ts';
import { BACKUPS_KEPT, backupTypes, SCHEDULED_KEPT } from './schema.ts';

test.each([
  ['rclone --password hunter2 copy', 'rclone'],
  ['/usr/local/bin/nimule-copy', '/usr/local/bin/nimule-copy'],
  ['RESTIC_PASSWORD=hunter2 restic backup', 'restic'],
  [`A='hunter 2' B="hunter \\" 3" C=a\\ b D= restic backup`, 'restic'],
  ['A="hunter 2 restic', 'another place, by a command'],
  ['RESTIC_PASSWORD=hunter2', 'another place, by a command'],
  ['(A=hunter2 restic)', 'another place, by a command'],
  ['A='.repeat(500), 'another place, by a command'],
])('of a command only the name is shown (%#)', (command, name) => {
  expect(nameCommand(command)).toBe(name);
});

describe('names', () => {
  const instants = fc.date({
    min: new Date('2022-01-01T00:00:00Z'),
    max: new Date('2099-12-31T00:00:00Z'),
    noInvalidDate: true,
  });

  test('a name tells when and how its backup was made', () => {
    fc.assert(
      fc.property(
        instants,
        fc.constantFrom(...backupTypes),
        fc.integer({ min: 0, max: 999 }),
        (at, type, number) => {
          const name = parseBackupName(backupName(jubaTime(at), type, number));
          expect(name?.type).toBe(type);
          expect(createdAtOf(name!).getTime()).toBe(Math.floor(at.getTime() / 1000) * 1000);
        },
      ),
    );
  });

  test('names sort by time, and those of one second by number', () => {
    fc.assert(
      fc.property(instants, instants, (one, other) => {
        fc.pre(Math.abs(one.getTime() - other.getTime()) >= 1000);
        const at = (instant: Date) => parseBackupName(backupName(jubaTime(instant), 'manual'))!.at;
        expect(at(one) < at(other)).toBe(one < other);
      }),
    );
    const numbered = [0, 1, 2, 10].map((number) =>
      parseBackupName(backupName('2026-11-22 02:00:00', 'manual', number)),
    );
    const places = numbered.map((name) => name!.at);
    expect([...places].sort()).toEqual(places);
  });

  test.each([
    '',
    '../nimule-20261122-020000-manual.sql',
    'nimule-20261122-020000-manual.sql/..',
    'nimule-20261122-020000-manual.sql\0',
    'nimule-20261122-020000-manual.sql\n',
    'nimule-20261122-020000-manual.sql.tmp',
    'nimule-20261322-020000-manual.sql',
    'nimule-20261122-020000-other.sql',
    'nimule-journal.jsonl',
    'a'.repeat(100_000),
  ])('no other name is a backup (%#)', (name) => {
    expect(parseBackupName(name)).toBeUndefined();
  });
});

describe('retention', () => {
  const backups = fc.array(
    fc.record({ type: fc.constantFrom(...backupTypes), verified: fc.boolean() }),
    { maxLength: 80 },
  );
  const named = (all: { type: 'manual' | 'scheduled'; verified: boolean }[]) =>
    all.map((one, index) => ({ ...one, filename: `backup ${index}` }));

  test('keeps the newest 30, the newest verified one and the seven newest scheduled ones', () => {
    fc.assert(
      fc.property(backups, (all) => {
        const newestFirst = named(all);
        const removed = new Set(backupsToPrune(newestFirst));
        const kept = newestFirst.filter(({ filename }) => !removed.has(filename));
        expect(kept.slice(0, BACKUPS_KEPT)).toEqual(newestFirst.slice(0, BACKUPS_KEPT));
        expect(kept.find(({ verified }) => verified)).toEqual(
          newestFirst.find(({ verified }) => verified),
        );
        const scheduled = newestFirst.filter(({ type }) => type === 'scheduled');
        expect(kept.filter(({ type }) => type === 'scheduled').slice(0, SCHEDULED_KEPT)).toEqual(
          scheduled.slice(0, SCHEDULED_KEPT),
        );
        expect(kept.length).toBeLessThanOrEqual(BACKUPS_KEPT + SCHEDULED_KEPT + 1);
      }),
    );
  });

  test('prunes nothing more the second time', () => {
    fc.assert(
      fc.property(backups, (all) => {
        const newestFirst = named(all);
        const removed = new Set(backupsToPrune(newestFirst));
        expect(
          backupsToPrune(newestFirst.filter(({ filename }) => !removed.has(filename))),
        ).toEqual([]);
      }),
    );
  });
});
