import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cleanBom } from './sbom.ts';
import { root } from './source-files.ts';

test('a bill of materials names the product, and no address that packages were downloaded from', () => {
  const mirror = { type: 'distribution', url: 'https://npm.intranet.example/fastify-5.0.0.tgz' };
  const vcs = { type: 'vcs', url: 'git+https://github.com/fastify/fastify.git' };
  const bom = {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'some-folder', purl: 'pkg:npm/nimule@0.1.0' }, tools: [] },
    components: [
      { name: 'fastify', purl: 'pkg:npm/fastify@5.0.0', externalReferences: [mirror, vcs] },
      { name: 'pg', purl: 'pkg:npm/pg@8.0.0', externalReferences: [mirror] },
    ],
  };
  expect(cleanBom(bom)).toEqual({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'nimule', purl: 'pkg:npm/nimule@0.1.0' }, tools: [] },
    components: [
      { name: 'fastify', purl: 'pkg:npm/fastify@5.0.0', externalReferences: [vcs] },
      { name: 'pg', purl: 'pkg:npm/pg@8.0.0' },
    ],
  });
});

test('the lock file names no registry, and has a checksum of each package', () => {
  const lock = JSON.parse(readFileSync(join(resolve(root, '..'), 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }>;
  };
  const packages = Object.entries(lock.packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && !link,
  );
  expect(packages.length).toBeGreaterThan(300);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
});
