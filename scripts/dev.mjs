// `npm run dev`: the API from its source at :3000 and the portal at :5173, both reloading. Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install } from './install.mjs';
import { root } from './steps.mjs';

await install();

const tool = (path) => join(root, 'node_modules', path);
const children = [
  spawn(
    process.execPath,
    [
      tool('tsx/dist/cli.mjs'),
      'watch',
      '--conditions=nimule-source',
      'cli/test/isp.ts',
      'serve',
      '--demo',
    ],
    { cwd: root, stdio: 'inherit' },
  ),
  spawn(process.execPath, [tool('vite/bin/vite.js')], { cwd: join(root, 'web'), stdio: 'inherit' }),
];

let ending = false;
function end(signal) {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
for (const child of children) {
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
    end('SIGTERM');
  });
  child.on('exit', (code) => {
    if (!ending) process.exitCode = code ?? 1;
    end('SIGTERM');
  });
}
