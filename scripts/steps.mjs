import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository, with a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Whether this script was started directly, not imported. */
export function isStarted(moduleUrl) {
  return process.argv[1] === fileURLToPath(moduleUrl);
}

/** Runs a program in the foreground and returns its exit code; 1 when a signal ended it. */
export function runProgram(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) throw error;
  return status ?? 1;
}

/** Runs a JavaScript tool of node_modules, such as 'vite/bin/vite.js', with this very Node. */
export function runTool(tool, args, options) {
  return runProgram(process.execPath, [`${root}node_modules/${tool}`, ...args], options);
}

/** Runs one step: prints what it does and how long it took; ends the process when it fails. */
export function step(title, run) {
  const started = performance.now();
  console.error(`${title} …`);
  const code = run();
  if (code !== 0) {
    console.error(`${title}: failed.`);
    process.exit(code);
  }
  console.error(`${title}: done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
