import { describe, expect, it } from 'vitest';
import { type Permission, roleHolds } from '../../identity/permissions.ts';
import { roles } from '../../identity/roles.ts';
import { blockPermissions, blocksOf, installationWarnings, workOfRole } from './rules.ts';
import { workBlocks } from './schema.ts';

describe('blocksOf', () => {
  it.each(roles)(
    'gives %s the blocks of the role in its order, none that it may not see',
    (role) => {
      const blocks = blocksOf(role, (permission) => roleHolds(role, permission as Permission));
      expect(blocks).toEqual(workOfRole[role]);
      expect(blocks.length).toBeGreaterThan(0);
      expect(new Set(blocks).size).toBe(blocks.length);
    },
  );

  it('leaves out a block without one of its permissions', () => {
    for (const block of workBlocks)
      for (const lacked of blockPermissions[block])
        expect(blocksOf(undefined, (permission: string) => permission !== lacked)).not.toContain(
          block,
        );
    expect(blocksOf(undefined, () => true)).toEqual(workBlocks);
    expect(blocksOf('ceo', () => false)).toEqual([]);
  });

  it('tells money to nobody who only works on tickets', () => {
    for (const role of ['technician', 'support'] as const)
      expect(workOfRole[role].filter((block) => !/tickets|visits|unanswered/.test(block))).toEqual(
        [],
      );
  });
});

it('warns of what is not set up', () => {
  const sound = {
    ...({ email: 'smtp', sms: 'http', payments: 'momo' } as const),
    ...{ hasBackupCopy: true, pausedBy: undefined },
  };
  expect(installationWarnings(sound)).toEqual([]);
  expect(installationWarnings({ ...sound, payments: 'off', sms: 'smpp' })).toEqual([]);
  expect(
    installationWarnings({
      ...({ email: 'outbox', sms: 'outbox', payments: 'simulated' } as const),
      ...{ hasBackupCopy: false, pausedBy: 'nightly.sql' },
    }),
  ).toHaveLength(5);
});
