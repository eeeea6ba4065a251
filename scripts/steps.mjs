import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository, with a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Whether this script was started directly, not imported. */
export function isStarted(moduleUrl) {
  return process.argv[1] === fileURLToPath(moduleUrl);
}

/** What is ended when this process ends before it. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
});

function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs a program and resolves with its exit code; 1 when a signal ended it. */
export function runProgram(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
  running.add(child);
  return exitCodeOf(child).finally(() => running.delete(child));
}

/** Runs a JavaScript tool of node_modules, such as 'vite/bin/vite.js', with this very Node. */
export function runTool(tool, args, options) {
  return runProgram(process.execPath, [`${root}node_modules/${tool}`, ...args], options);
}

/**
 * Runs a program of Node in a process group of its own. A signal to this process ends the whole group, so that what the
 * program has started ends too; this process goes on.
 * @returns The exit code, and the signal if there was one.
 */
export async function runInGroup(args) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    // A group in the background may not read from the terminal.
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  let endedBy;
  const end = (signal) => {
    endedBy = signal;
    process.kill(-child.pid, 'SIGTERM');
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, end);
  const code = await exitCodeOf(child);
  for (const signal of signals) process.off(signal, end);
  return { code, endedBy };
}

/** Where a line is being redrawn, as by a progress display, it is replaced. */
const lineStart = process.stderr.isTTY ? '\r\u001b[K' : '';

/** Runs one step: prints what it does and how long it took; ends the process when it fails. */
export async function step(title, run) {
  const started = performance.now();
  console.error(`${lineStart}${title} …`);
  const code = await run();
  if (code !== 0) {
    console.error(`${lineStart}${title}: failed.`);
    process.exit(code);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.error(`${lineStart}${title}: done in ${seconds} s.`);
}
