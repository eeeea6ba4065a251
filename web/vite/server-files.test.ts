import { expect, test } from 'vitest';
import { serverFiles } from './server-files.ts';

test('accepts files for browsers', () => {
  expect(
    serverFiles([
      '/p/core/kernel/money.ts',
      '/p/core/routes.ts',
      '/p/core/billing/schema.ts',
      '/p/core/identity/users/rules.ts',
      '/p/core/identity/permissions.ts',
      '/p/node_modules/react/index.js',
      '/p/node_modules/@blueprintjs/core/lib/esm/index.js',
      '/p/web/pages/customers/customers-page.tsx',
    ]),
  ).toEqual([]);
});

test.each([
  '/p/core/billing/queries.ts',
  '/p/core/billing/queries-run.ts',
  '/p/core/billing/service.ts',
  '/p/core/billing/operations.ts',
  '/p/core/database/connect.ts',
  '/p/core/documents/pdf.ts',
  '/p/core/ports/email.ts',
  '/p/core/invoke.ts',
  '/p/core/config.ts',
  '/p/core/dist/billing/service.js',
  '/p/node_modules/pg/lib/index.js',
  '/p/node_modules/kysely/dist/esm/index.js',
  '/p/node_modules/@node-rs/argon2/index.js',
  '/p/node_modules/xlsx/xlsx.mjs',
  'node:fs',
  '__vite-browser-external:fs',
])('%s stays on the server', (id) => {
  expect(serverFiles([id])).toEqual([id]);
});
