import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { install } from './install.mjs';

install();
// Measures the built program.
build();

const main = fileURLToPath(new URL('./bench/main.ts', import.meta.url));
const result = spawnSync(
  process.execPath,
  ['--conditions=nimule-source', '--import', 'tsx', main, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exit(result.status ?? 1);
