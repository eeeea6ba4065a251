// Prints the software bill of materials (CycloneDX) of package-lock.json: `npm run --silent sbom > sbom.json`. It is made for a
// release and not committed.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cleanBom } from '../rules/sbom.ts';

const { stdout, stderr, status } = spawnSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  },
);
if (status === 0)
  process.stdout.write(`${JSON.stringify(cleanBom(JSON.parse(stdout)), null, 2)}\n`);
else {
  process.stderr.write(stderr);
  process.exitCode = 1;
}
