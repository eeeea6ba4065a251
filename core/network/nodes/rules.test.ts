import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nodeInput, nodeStatuses, type SnmpInput } from '../schema.ts';
import {
  assertSnmp,
  assertStatus,
  changedFields,
  gbpsOf,
  kbpsOf,
  makesCircle,
  namedIn,
  newNode,
  percentOf,
  thousandthsOf,
  thresholdsOf,
  toggled,
  uptimeOf,
} from './rules.ts';

const status = fc.constantFrom(...nodeStatuses);

describe('units', () => {
  it('every amount of kbps survives Gbps, and every thousandth of a percent', () => {
    fc.assert(fc.property(fc.nat(100_000_000_000), (kbps) => kbpsOf(gbpsOf(kbps)) === kbps));
    fc.assert(fc.property(fc.nat(100_000), (part) => thousandthsOf(percentOf(part)) === part));
  });

  it.each([
    [2.5, 2_500_000],
    ['2,5', 2_500_000],
    [' 0.000001 ', 1],
    [0.1 + 0.2, 300_000],
    [100_000, 100_000_000_000],
    [100_001, undefined],
    [-1, undefined],
    ['-1', undefined],
    ['2.5 Gbps', undefined],
    ['0.0000001', undefined],
    ['1e3', undefined],
    ['1'.repeat(100_000), undefined],
    ['', undefined],
    [Number.NaN, undefined],
  ])('a capacity of %s Gbps is %s kbps', (capacity, kbps) => {
    const sent = { name: 'Tower', location: 'Wau', type: 'tower', capacity };
    const input = z.safeDecode(nodeInput, sent as never);
    expect(input.data && newNode(input.data).capacityKbps).toBe(kbps);
  });

  it('uptime is measured, else typed, and 100 only if every measurement was good', () => {
    expect(uptimeOf({ samples: 0, up: 0 }, null)).toBeNull();
    expect(uptimeOf({ samples: 0, up: 0 }, 99_900)).toBe(99.9);
    expect(uptimeOf({ samples: 43_200, up: 43_200 }, 5)).toBe(100);
    expect(uptimeOf({ samples: 43_200, up: 0 }, 99_900)).toBe(0);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.nat(), (samples, some) => {
        const up = some % samples;
        expect(uptimeOf({ samples, up }, null)).toBeLessThan(100);
      }),
    );
  });
});

describe('the toggle', () => {
  const node = { name: 'Tower', isMeasured: false, isRetired: false };

  it('switches operation and maintenance, and anything else to operation', () => {
    expect(nodeStatuses.map(toggled)).toEqual(['maintenance', 'operational', 'operational']);
  });

  it('is the only way to another status, besides offline by hand', () => {
    fc.assert(
      fc.property(status, status, fc.boolean(), (before, wanted, isMeasured) => {
        const isAllowed =
          wanted === before || wanted === toggled(before) || (wanted === 'offline' && !isMeasured);
        const check = () => assertStatus({ ...node, status: before, isMeasured }, wanted);
        if (isAllowed) expect(check).not.toThrow();
        else expect(check).toThrowError(expect.objectContaining({ kind: 'rule' }));
      }),
    );
  });

  it('says why it is refused', () => {
    const message = (
      before: Partial<Parameters<typeof assertStatus>[0]>,
      wanted: 'offline' | 'maintenance',
    ) => {
      try {
        assertStatus({ ...node, status: 'operational', ...before }, wanted);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect([
      message({ status: 'offline' }, 'maintenance'),
      message({ isMeasured: true }, 'offline'),
      message({ isRetired: true }, 'maintenance'),
    ]).toEqual([
      'Tower is offline. It can only be made operational.',
      'Tower is measured: it becomes offline by itself when it does not answer.',
      'Tower is retired. Bring it back first.',
    ]);
  });
});

describe('the tree', () => {
  it('has no circle after any changes that pass the check', () => {
    const change = fc.tuple(fc.nat(9), fc.nat(9));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const parents = new Map<number, number | null>();
        for (const [id, parentId] of changes)
          if (!makesCircle(parents, id, parentId)) parents.set(id, parentId);
        for (let id = 0; id < 10; id += 1) {
          let steps = 0;
          for (let at: number | null = id; at !== null; at = parents.get(at) ?? null) {
            steps += 1;
            expect(steps).toBeLessThanOrEqual(10);
          }
        }
      }),
    );
  });

  it('refuses a node below itself, at any depth, and only that', () => {
    const parents = new Map([
      [2, 1],
      [3, 2],
      [4, 3],
    ]);
    expect(makesCircle(parents, 1, 4)).toBe(true);
    expect(makesCircle(parents, 1, 1)).toBe(true);
    expect(makesCircle(parents, 4, 1)).toBe(false);
    // A circle in the data ends the search too.
    expect(makesCircle(new Map([...parents, [1, 2]]), 9, 1)).toBe(false);
  });
});

describe('fields', () => {
  it('that are not sent are left out, and null is kept', () => {
    expect(changedFields({})).toEqual({});
    expect(changedFields({ parentId: null, uptime: null, maxLoss: null, notes: '' })).toEqual({
      parentId: null,
      typedUptime: null,
      maxLoss: null,
      notes: '',
    });
  });

  it('name each technology once, in one order', () => {
    expect(changedFields({ technologies: ['fiber', '4G', 'fiber'] })).toEqual({
      technologies: ['4G', 'fiber'],
    });
  });

  it('a threshold is its own, else that of the settings', () => {
    const own = fc.option(fc.integer({ min: 1, max: 100 }));
    fc.assert(
      fc.property(own, fc.integer({ min: 1, max: 100 }), (maxLoss, common) => {
        expect(thresholdsOf({ maxLoss }, { maxLoss: common }, ['maxLoss'])).toEqual({
          maxLoss: maxLoss ?? common,
        });
      }),
    );
  });

  it('the records that name a node are told in words', () => {
    expect(namedIn(['customers'])).toBe('customers');
    expect(namedIn(['customers', 'network_nodes', 'tickets'])).toBe(
      'customers, other nodes and support tickets',
    );
    expect(namedIn(['a', 'b'])).toBe('other records');
  });
});

describe('credentials of SNMP', () => {
  const v3: SnmpInput = {
    version: 'v3',
    user: 'nimule',
    authProtocol: 'sha256',
    authKey: 'long enough',
    privProtocol: 'aes',
    privKey: 'long enough',
  };
  it.each<[string, SnmpInput, string | undefined]>([
    ['none', { version: 'none' }, undefined],
    ['v2c', { version: 'v2c', community: 'c' }, undefined],
    ['v3', v3, undefined],
    [
      'v3 without keys',
      { ...v3, authProtocol: 'none', privProtocol: 'none', authKey: '', privKey: '' },
      undefined,
    ],
    ['a short authentication key', { ...v3, authKey: 'short' }, 'snmp.authKey'],
    ['no privacy key', { ...v3, privKey: undefined }, 'snmp.privKey'],
    ['privacy alone', { ...v3, authProtocol: 'none' }, 'snmp.privProtocol'],
  ])('%s', (_, snmp, field) => {
    if (field === undefined) return expect(() => assertSnmp(snmp)).not.toThrow();
    expect(() => assertSnmp(snmp)).toThrowError(
      expect.objectContaining({ kind: 'invalid', fields: { [field]: expect.any(String) } }),
    );
  });
});
