import { createContext } from '@nimule/core/context';
import { previewFile } from '@nimule/core/imports/preview/service';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { report } from './report.mjs';

const { settings, path } = JSON.parse(process.argv[2]);
await report(async () => {
  const app = openApp(settings);
  const upload = { filename: 'customers.csv', path };
  const { counts } = await previewFile(
    createContext(app, { kind: 'shell', osUser: 'bench' }),
    upload,
    { type: 'customers', show: 'all' },
  );
  await app.close();
  return counts;
});
