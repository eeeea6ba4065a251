#!/usr/bin/env -S node --
import { existsSync } from 'node:fs';

const built = new URL('../dist/process.js', import.meta.url);
if (existsSync(built)) {
  const { main } = await import(built.href);
  await main();
} else {
  process.stderr.write('error: Nimule is not built yet. Run in its folder: npm run build\n');
  process.exitCode = 1;
}
