// Vitest reporter for `scripts/test.mjs`: counts, failures with the start of their messages, what was left out and why,
// and the times of the projects and the slowest files, for the end of the log.
import { writeFileSync } from 'node:fs';
import { keepTimes } from '../fixtures/testing/longest-first.ts';

const MESSAGE_LENGTH = 600;
const SLOWEST = 10;

/** An error and its causes, the first cause first: the message of a failed property is a long counterexample. */
function chainOf({ name, message, cause }) {
  const own = `${name ?? 'Error'}: ${message ?? ''}`;
  return cause?.message ? `${chainOf(cause)}, in ${own}` : own;
}

function wordsOf(errors) {
  const words = (errors ?? []).map(chainOf);
  // Without terminal colours.
  const plain = words.join('; ').replaceAll(new RegExp(`${'\u001b'}\\[[0-9;]*m`, 'g'), '');
  return plain.replace(/\s+/g, ' ').slice(0, MESSAGE_LENGTH);
}

/** The seconds that a file kept a worker busy: imports, set-up and tests. */
function secondsOf(module) {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } =
    module.diagnostic();
  return (
    (prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration) / 1000
  );
}

/** The total time of each project over its workers, and the slowest files, in descending order. */
function timesOf(modules) {
  const bySeconds = (one, other) => other.seconds - one.seconds;
  const files = modules.map((module) => ({
    project: module.project.name,
    file: module.relativeModuleId,
    seconds: secondsOf(module),
  }));
  keepTimes(files);
  const sums = new Map();
  for (const { project, seconds } of files) sums.set(project, (sums.get(project) ?? 0) + seconds);
  return {
    projects: [...sums].map(([project, seconds]) => ({ project, seconds })).sort(bySeconds),
    slowest: files.sort(bySeconds).slice(0, SLOWEST),
  };
}

export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const failures = [];
    /** How many tests were left out, or parts of tests, for want of which program, and others by file. */
    const leftOut = { programs: {}, parts: {}, files: {} };
    const count = (sums, name) => {
      sums[name] = (sums[name] ?? 0) + 1;
    };
    for (const module of modules) {
      const place = `${module.project.name} ${module.relativeModuleId}`;
      let failedTests = 0;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        const { needs, lacks } = test.meta();
        counts[state === 'pending' ? 'failed' : state] += 1;
        if (state === 'skipped') {
          count(needs ? leftOut.programs : leftOut.files, needs ?? place);
        }
        if (lacks) count(leftOut.parts, lacks);
        if (state === 'passed' || state === 'skipped') continue;
        failedTests += 1;
        failures.push(`${place} > ${test.fullName}: ${wordsOf(errors) || 'it did not end'}`);
      }
      // A file that failed to load or in its set-up.
      if (module.ok() || failedTests > 0) continue;
      counts.failed += 1;
      const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
      failures.push(`${place}: ${wordsOf([...module.errors(), ...suites])}`);
    }
    for (const error of unhandledErrors) {
      counts.failed += 1;
      failures.push(
        `outside of any test: ${wordsOf([error])} ${error.VITEST_TEST_PATH ?? ''}`.trim(),
      );
    }
    writeFileSync(
      process.env.NIMULE_TEST_REPORT,
      JSON.stringify({
        ...{ ...counts, failures, leftOut, times: timesOf(modules) },
        // The configuration has set it.
        seed: process.env.NIMULE_SEED,
      }),
    );
  }
}
