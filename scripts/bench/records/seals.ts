import { createContext } from '@nimule/core/context';
import { newestSeal, sealLines } from '@nimule/core/seals/service';
import { verifyProof } from '@nimule/core/seals/service-proof';
import { proveLine } from '@nimule/core/seals/service-prove';
import { verifySeals } from '@nimule/core/seals/service-verify';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import type { Bench } from '../database.ts';
import { fixed, line, seconds, verdict } from '../measure.ts';

const SEAL_SECONDS = 5;
const VERIFY_SECONDS = 10;
const MINUTES = 1440;

/** Lines as the change of a customer writes them, from one id on. */
const LINES = `
  insert into audit_log (at, actor_kind, actor_id, actor_name, actor_username, origin, action, entity, entity_id, summary,
    before, after, format)
  select '2026-11-21T00:00:00Z'::timestamptz + n * interval '864 ms', 'staff', 7, 'Grace Achol Lado', 'grace', '197.155.10.20',
    'customer.update', 'customer', (n % 5000)::text, 'Package of SC' || lpad(n::text, 6, '0') || ' changed',
    jsonb_build_object('packageType', 'Basic Fiber', 'bandwidth', 10, 'monthlyFeeUsd', 125, 'notes', repeat('x', 80)),
    jsonb_build_object('packageType', 'Standard Fiber', 'bandwidth', 50, 'monthlyFeeUsd', 450, 'notes', repeat('y', 80)), 2
  from generate_series(1, $1::int) n`;

/** A day of the audit log: sealed at once, as after an outage, and minute by minute; verified and proved. */
export async function benchSeals(bench: Bench, lines: number): Promise<void> {
  line(`(r) audit log of ${lines} lines a day`);
  await bench.create('seals');
  const app = openApp(bench.settings('seals'), '2026-11-21T10:00:00+02:00');
  const ctx = () => createContext(app, { kind: 'system', job: 'audit.seal' });
  await app.pool.query(LINES, [lines]);
  const sealing = await seconds(() => sealLines(ctx()));
  line(
    `    sealed at once: ${fixed(sealing)} s (at most ${SEAL_SECONDS}: ${verdict(sealing, SEAL_SECONDS, true)})`,
  );
  let checked = 0;
  const verifying = await seconds(async () => {
    checked = (await verifySeals(ctx())).lines;
  });
  line(
    `    ${checked} lines verified: ${fixed(verifying)} s (at most ${VERIFY_SECONDS}: ${verdict(verifying, VERIFY_SECONDS, true)})`,
  );
  let proof = '';
  const proving = await seconds(async () => {
    proof = JSON.stringify(await proveLine(ctx(), lines >> 1));
  });
  const checking = await seconds(async () => verifyProof(proof));
  line(
    `    one line of them proved: ${fixed(proving)} s, ${proof.length} bytes; checked: ${fixed(checking, 4)} s`,
  );
  let minutely = 0;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    await app.pool.query(LINES, [Math.ceil(lines / MINUTES)]);
    minutely += await seconds(() => sealLines(ctx()));
  }
  const newest = await newestSeal(app);
  const day = await seconds(() => verifySeals(ctx(), { from: 2 }));
  line(
    `    ${MINUTES} seals of a minute (up to seal ${newest?.id}): ${fixed(minutely)} s together, ${fixed((1000 * minutely) / MINUTES, 1)} ms each; verified in ${fixed(day)} s (at most ${VERIFY_SECONDS}: ${verdict(day, VERIFY_SECONDS, true)})`,
  );
  line(`    peak memory ${fixed(process.resourceUsage().maxRSS / 1024, 0)} MB`);
  await app.close();
  await bench.drop('seals');
}
