// What is known of weaknesses in the packages that are installed. `npm run advisories` asks the registry (`npm audit`) and writes
// docs/advisories.json anew where it answers; `-- --offline`, part of `npm run check`, reads that file alone. Neither the day nor
// the network changes the result of the latter: an old list is a warning.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type AdvisoryList,
  type AuditReport,
  installedIn,
  judge,
  listOf,
} from '../rules/advisories.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const LIST = 'docs/advisories.json';

const readJson = (file: string) => JSON.parse(readFileSync(root + file, 'utf8'));
const today = new Date().toISOString().slice(0, 10);

/** The answer of the registry; undefined where it gives none. */
function askRegistry(): AuditReport | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  try {
    const report = JSON.parse(stdout) as AuditReport;
    return report.vulnerabilities ? report : undefined;
  } catch {
    return undefined;
  }
}

let list = readJson(LIST) as AdvisoryList;
if (!process.argv.includes('--offline')) {
  const report = askRegistry();
  if (report) {
    list = listOf(report, today, list);
    writeFileSync(root + LIST, `${JSON.stringify(list, null, 2)}\n`);
    console.log(`The registry answered; ${LIST} is written.`);
  } else {
    console.log(`The registry does not answer npm audit: ${LIST} of ${list.asOf} is read.`);
  }
}
const { failures, accepted, warnings } = judge(
  list,
  installedIn(readJson('package-lock.json')),
  today,
);
for (const text of warnings) console.log(`Warning: ${text}`);
for (const text of accepted) console.log(`Accepted: ${text}`);
for (const text of failures) console.error(`Affected: ${text}`);
if (failures.length === 0)
  console.log(`No other advisory of ${list.asOf} concerns an installed version.`);
else process.exitCode = 1;
