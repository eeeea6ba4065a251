import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createdKinds, type Made, packCreated, unpackCreated } from './rules.ts';

test('created records are stored and read again with their versions', () => {
  const records = fc.array(
    fc.record({ id: fc.integer({ min: 1 }), version: fc.integer({ min: 1, max: 9 }) }),
  );
  const made = fc.record(Object.fromEntries(createdKinds.map((kind) => [kind, records])));
  fc.assert(
    fc.property(made, (sent) => {
      const back = unpackCreated(JSON.parse(JSON.stringify(packCreated(sent))));
      const sorted = (all: Partial<Made>) =>
        createdKinds.map((kind) =>
          (all[kind] ?? []).map(({ id, version }) => `${id}:${version}`).sort(),
        );
      expect(sorted(back)).toEqual(sorted(sent));
    }),
  );
});
