import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createPool } from '@nimule/core/database/connect';
import { migrate } from '@nimule/core/database/migrate';
import { startCluster } from '../fixtures/testing/cluster.ts';
import { dumpSchema } from '../fixtures/testing/schema-dump.ts';

/** Writes core/database/schema.sql from the migrations: `npx tsx -C nimule-source scripts/schema-dump.ts`. */
const cluster = await startCluster();
try {
  const settings = {
    host: cluster.host,
    port: cluster.port,
    user: cluster.user,
    database: 'postgres',
    max: 1,
  };
  const pool = createPool(settings);
  await migrate(pool);
  await pool.end();
  writeFileSync(
    fileURLToPath(new URL('../core/database/schema.sql', import.meta.url)),
    dumpSchema(settings),
  );
} finally {
  await cluster.stop();
}
