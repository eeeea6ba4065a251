// Vitest's reporter for `scripts/test.mjs`: counts, and what failed with its first words, for the end of a long log.
import { writeFileSync } from 'node:fs';

const MESSAGE_LENGTH = 600;

function wordsOf(errors) {
  const words = (errors ?? []).map(({ name, message }) => `${name ?? 'Error'}: ${message ?? ''}`);
  // Without the colours of a terminal.
  const plain = words.join('; ').replaceAll(new RegExp(`${'\u001b'}\\[[0-9;]*m`, 'g'), '');
  return plain.replace(/\s+/g, ' ').slice(0, MESSAGE_LENGTH);
}

export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const failures = [];
    for (const module of modules) {
      const place = `${module.project.name} ${module.relativeModuleId}`;
      let failedTests = 0;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        counts[state === 'pending' ? 'failed' : state] += 1;
        if (state === 'passed' || state === 'skipped') continue;
        failedTests += 1;
        failures.push(`${place} > ${test.fullName}: ${wordsOf(errors) || 'it did not end'}`);
      }
      // A file that could not even be loaded, or whose set-up failed.
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
    writeFileSync(process.env.NIMULE_TEST_REPORT, JSON.stringify({ ...counts, failures }));
  }
}
