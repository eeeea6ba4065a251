import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createPool } from '@nimule/core/database/connect';
import { migrate } from '@nimule/core/database/migrate';
import { startCluster } from '../fixtures/testing/databases/cluster.ts';
import { guardList } from '../fixtures/testing/databases/evidence.ts';
import { dumpSchema } from '../fixtures/testing/databases/schema-dump.ts';
import { tableTypes } from '../fixtures/testing/databases/table-types.ts';

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../core/database/${name}`, import.meta.url));

/** Writes core/database/schema.sql, tables.ts and evidence/guards.ts from the migrations: `npx tsx -C nimule-source scripts/schema-dump.ts`. */
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
  writeFileSync(fileOf('tables.ts'), await tableTypes(pool));
  writeFileSync(fileOf('evidence/guards.ts'), await guardList(pool));
  await pool.end();
  writeFileSync(fileOf('schema.sql'), dumpSchema(settings));
} finally {
  await cluster.stop();
}
