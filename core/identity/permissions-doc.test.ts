import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { permissionsDocument, permissionsFile } from '../../scripts/permissions-doc.ts';

it('docs/permissions.md is what scripts/permissions-doc.ts prints', async () => {
  const kept = await readFile(permissionsFile, 'utf8');
  expect(
    kept,
    'Run: npx tsx -C nimule-source scripts/permissions-doc.ts (and commit docs/permissions.md)',
  ).toBe(permissionsDocument());
});
