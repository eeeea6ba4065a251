import { createContext } from '@nimule/core/context';
import { payrollBatchPdf } from '@nimule/core/hr/payroll/service-documents';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { report } from './report.mjs';

const { settings, batchId } = JSON.parse(process.argv[2]);
await report(async () => {
  const app = openApp(settings);
  const { body } = await payrollBatchPdf(
    createContext(app, { kind: 'shell', osUser: 'bench' }),
    batchId,
  );
  let bytes = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) bytes += chunk.length;
  await app.close();
  return { megabytes: bytes / 2 ** 20 };
});
process.exit(0);
