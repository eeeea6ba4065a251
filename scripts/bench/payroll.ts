import { createContext } from '@nimule/core/context';
import { createPool } from '@nimule/core/database/connect';
import { approvePayrollBatch } from '@nimule/core/hr/payroll/service-approve';
import { createPayrollBatch } from '@nimule/core/hr/payroll/service-batches';
import { isoMonth } from '@nimule/core/kernel/dates';
import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import type { Bench } from './database.ts';
import { fixed, inChild, line, median, seconds, verdict } from './measure.ts';

const ROUNDS = 15;
const INSERTED = ['journal_lines', 'journal_entries', 'audit_log', 'shown_pay_entries'] as const;

function openShell(bench: Bench, database: string) {
  const app = openApp(bench.settings(database), '2026-11-30T15:00:00+02:00');
  return { app, ctx: createContext(app, { kind: 'shell', osUser: 'bench' }) };
}

/** Creates a database with a processed batch of all employees. Answers the id of the batch. */
async function fill(bench: Bench, employees: number): Promise<number> {
  await bench.create('payroll_source');
  const { app, ctx } = openShell(bench, 'payroll_source');
  await firstEmployees(ctx, employees);
  const { id } = await createPayrollBatch(ctx, { month: isoMonth('2026-11') });
  await app.close();
  return id;
}

async function approve(bench: Bench, database: string, batchId: number): Promise<number> {
  const { app, ctx } = openShell(bench, database);
  // Both sides begin on an open connection.
  await app.pool.query('select 1');
  const took = await seconds(() => approvePayrollBatch(ctx, batchId));
  await app.close();
  return took;
}

/** Creates a database with the processed batch and, in extra tables, every row that an approval writes. */
async function prepareStage(bench: Bench, batchId: number): Promise<void> {
  await bench.create('payroll_target', 'payroll_source');
  const pool = createPool({ ...bench.settings('payroll_target'), max: 1 });
  const { rows } = await pool.query('select coalesce(max(id), 0) as id from audit_log');
  await pool.end();
  await approve(bench, 'payroll_target', batchId);
  const approved = createPool({ ...bench.settings('payroll_target'), max: 1 });
  const dump = new Map<string, unknown>();
  for (const table of [...INSERTED, 'payrolls', 'counters']) {
    const where = table === 'audit_log' ? `where id > ${rows[0].id}` : '';
    const found = await approved.query(`select jsonb_agg(t) as rows from ${table} t ${where}`);
    dump.set(table, found.rows[0].rows ?? []);
  }
  await approved.end();
  await bench.create('payroll_stage', 'payroll_source');
  const stage = createPool({ ...bench.settings('payroll_stage'), max: 1 });
  for (const [table, found] of dump)
    await stage.query(
      `create table stage_${table} as select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(found)],
    );
  await stage.end();
}

/** The same rows by plain SQL, through the same triggers. */
async function plainApproval(bench: Bench): Promise<number> {
  const pool = createPool({ ...bench.settings('payroll_target'), max: 1 });
  const client = await pool.connect();
  const took = await seconds(async () => {
    await client.query('begin');
    await client.query(`
      update payrolls p set status = s.status, posted_on = s.posted_on, approved_by = s.approved_by,
        approved_by_id = s.approved_by_id, approved_at = s.approved_at, is_sole = s.is_sole, shown_group = s.shown_group, updated_at = s.updated_at,
        version = s.version
      from stage_payrolls s where s.id = p.id`);
    await client.query(`
      insert into counters select * from stage_counters on conflict (name) do update set value = excluded.value`);
    for (const table of INSERTED) {
      const identity = table === 'audit_log' ? ' overriding system value' : '';
      await client.query(`insert into ${table}${identity} select * from stage_${table}`);
    }
    await client.query('commit');
  });
  client.release();
  await pool.end();
  return took;
}

/** (l) The payroll of a month is approved, against plain SQL that writes the same rows; its payslips as one PDF. */
export async function benchPayroll(bench: Bench, employees: number): Promise<void> {
  line(`(l) a payroll of ${employees} employees is approved, with postings`);
  const batchId = await fill(bench, employees);
  await prepareStage(bench, batchId);
  const ours: number[] = [];
  const plain: number[] = [];
  const measureOurs = async () => {
    await bench.create('payroll_target', 'payroll_source');
    ours.push(await approve(bench, 'payroll_target', batchId));
  };
  const measurePlain = async () => {
    await bench.create('payroll_target', 'payroll_stage');
    plain.push(await plainApproval(bench));
  };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const measure of round % 2 ? [measurePlain, measureOurs] : [measureOurs, measurePlain])
      await measure();
  const ratio = median(ours) / median(plain);
  const all = (times: readonly number[]) => times.map((s) => fixed(s * 1000, 0)).join(', ');
  line(`    nimule     median ${fixed(median(ours) * 1000, 0)} ms  (${all(ours)})`);
  line(`    plain SQL  median ${fixed(median(plain) * 1000, 0)} ms  (${all(plain)})`);
  line(`    ratio ${fixed(ratio)} (at most 1.50: ${verdict(ratio, 1.5, true)})`);
  await bench.create('payroll_target', 'payroll_source');
  await approve(bench, 'payroll_target', batchId);
  const pdf = await inChild('./child-payslips.mjs', {
    settings: { ...bench.settings('payroll_target'), max: 2 },
    batchId,
  });
  line(
    `    ${employees} payslips as one PDF: ${fixed(pdf.seconds)} s, ${fixed((pdf.answer as { megabytes: number }).megabytes)} MB; peak memory ${fixed(pdf.peakMegabytes, 0)} MB (at most 200: ${verdict(pdf.peakMegabytes, 200, true)})`,
  );
  for (const name of ['payroll_target', 'payroll_stage', 'payroll_source']) await bench.drop(name);
}
