import { createContext } from '@nimule/core/context';
import { runBilling } from '@nimule/core/billing/service-automation';
import type { PoolSettings } from '@nimule/core/database/connect';
import { openApp } from './database.ts';
import { report } from './measure.ts';

await report(async ({ settings }: { settings: PoolSettings }) => {
  const app = openApp(settings);
  const result = await runBilling(createContext(app, { kind: 'shell', osUser: 'bench' }));
  await app.close();
  return result;
});
