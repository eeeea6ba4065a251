import { stat } from 'node:fs/promises';
import { createContext } from '@nimule/core/context';
import { importFile } from '@nimule/core/imports/service';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { report } from './report.mjs';

const { settings, path } = JSON.parse(process.argv[2]);
await report(async () => {
  const app = openApp(settings);
  const upload = { filename: 'customers.csv', path, size: (await stat(path)).size };
  const result = await importFile(createContext(app, { kind: 'shell', osUser: 'bench' }), upload, {
    type: 'customers',
  });
  await app.close();
  return result;
});
