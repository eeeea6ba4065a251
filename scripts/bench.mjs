import { build } from './build.mjs';
import { install } from './install.mjs';
import { root, runInGroup } from './steps.mjs';

await install();
// Measures the built program.
await build();

const { code } = await runInGroup([
  ...['--conditions=nimule-source', '--import', 'tsx', `${root}scripts/bench/main.ts`],
  ...process.argv.slice(2),
]);
process.exitCode = code;
