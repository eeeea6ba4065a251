import { stat } from 'node:fs/promises';
import { createContext } from '@nimule/core/context';
import type { PoolSettings } from '@nimule/core/database/connect';
import { importFile } from '@nimule/core/imports/service';
import { openApp } from './database.ts';
import { report } from './measure.ts';

await report(async ({ settings, path }: { settings: PoolSettings; path: string }) => {
  const app = openApp(settings);
  const upload = { filename: 'customers.csv', path, size: (await stat(path)).size };
  const result = await importFile(createContext(app, { kind: 'shell', osUser: 'bench' }), upload, {
    type: 'customers',
  });
  await app.close();
  return result;
});
