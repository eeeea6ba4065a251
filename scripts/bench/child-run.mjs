import { runBilling } from '@nimule/core/billing/runs/service';
import { createContext } from '@nimule/core/context';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { report } from './report.mjs';

const { settings } = JSON.parse(process.argv[2]);
await report(async () => {
  const app = openApp(settings);
  const result = await runBilling(createContext(app, { kind: 'shell', osUser: 'bench' }));
  await app.close();
  return result;
});
