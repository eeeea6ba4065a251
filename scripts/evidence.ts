import { createPool } from '@nimule/core/database/connect';
import { migrate } from '@nimule/core/database/migrate';
import { startCluster } from '../fixtures/testing/databases/cluster.ts';
import { missingStatements } from '../fixtures/testing/databases/evidence.ts';

const WIDTH = 130;

/** A statement in lines of the usual length. */
function wrapped(statement: string): string {
  const lines = [''];
  for (const word of statement.split(' ')) {
    const line = lines.at(-1)!;
    if (line.length + word.length < WIDTH)
      lines[lines.length - 1] = line ? `${line} ${word}` : word;
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
}

/**
 * Prints what a new migration has to contain after a change of core/database/evidence/classes.ts or of a table's columns:
 * `npx tsx -C nimule-source scripts/evidence.ts`.
 */
const cluster = await startCluster();
try {
  const { host, port, user } = cluster;
  const pool = createPool({ host, port, user, database: 'postgres', max: 1 });
  await migrate(pool);
  for (const statement of await missingStatements(pool))
    process.stdout.write(`${wrapped(statement)}\n`);
  await pool.end();
} finally {
  await cluster.stop();
}
