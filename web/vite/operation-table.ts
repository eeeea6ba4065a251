import type { Plugin, ResolvedConfig } from 'vite';
import { exportsOf } from './prerender.ts';

const TABLE = '/client/operations.ts';

/** Writes the table of operations into the portal as data, instead of the contract and what makes the table of it. */
export function operationTable(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'nimule-operation-table',
    apply: 'build',
    enforce: 'pre',
    configResolved(resolved) {
      config = resolved;
    },
    async load(id) {
      if (!id.endsWith(`/web${TABLE}`)) return null;
      const { operations } = await exportsOf<{ operations: object }>(config, TABLE);
      const json = JSON.stringify(JSON.stringify(operations));
      return { code: `export const operations = JSON.parse(${json});`, map: null };
    },
  };
}
