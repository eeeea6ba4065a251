import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createdKinds, type Made, packCreated, undoProblem, unpackCreated } from './rules.ts';

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

test('a run that has not ended, was undone or created nothing is not undone', () => {
  const run = { status: 'done', undoStatus: null, undoneBy: 'Abuk' } as const;
  expect(undoProblem(run, 1)).toBeNull();
  expect(undoProblem({ ...run, undoStatus: 'failed' }, 1)).toBeNull();
  expect(undoProblem({ ...run, status: 'abandoned' }, 1)).toBeNull();
  expect(undoProblem({ ...run, status: 'running' }, 1)).toContain('Stop it first');
  expect(undoProblem({ ...run, undoStatus: 'done' }, 1)).toContain('by Abuk');
  expect(undoProblem(run, 0)).toContain('nothing to undo');
});
