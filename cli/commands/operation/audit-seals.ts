import { open as openFile, stat } from 'node:fs/promises';
import type { SealCopy } from '@nimule/core/seals/rules';
import { actionCommand } from '../../action-command.ts';
import { defineCommand, list, text } from '../../command.ts';
import { readText, saveFile } from '../../files.ts';
import { type Io, printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import { type Column, instantColumn, numberColumn, printRecord, textColumn } from '../../output.ts';
import { showProgress } from '../../progress.ts';

/** The log is not as it was sealed: exit code of a broken rule. */
const DIFFERS = 7;

/** The end of a large file: of a backup, whose manifest is its last line. */
const COPY_BYTES = 4 * 1024 * 1024;

/** The seals of a file that is kept elsewhere, or of the text itself. @throws AppError invalid. */
async function copiesOf(given: string): Promise<SealCopy[]> {
  const { readCopies } = await import('@nimule/core/seals/rules');
  const file = await stat(given).catch(() => undefined);
  if (!file?.isFile()) return readCopies(given.slice(0, COPY_BYTES), `'${given.slice(0, 80)}'`);
  const handle = await openFile(given, 'r');
  try {
    const length = Math.min(file.size, COPY_BYTES);
    const from = file.size - length;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
    return readCopies(buffer.toString('utf8', 0, bytesRead), given);
  } finally {
    await handle.close();
  }
}

const allCopies = async (given: readonly string[]) =>
  (await Promise.all(given.map(copiesOf))).flat();

/** Sentences in one cell. */
const sentences = (key: 'problems' | 'notes', title: string): Column<typeof key> => ({
  key,
  title,
  show: (all) => (all as string[]).join(' ') || 'none',
});

/** A whole number of an id. @throws AppError invalid. */
async function numberOf(given: string, field: string): Promise<number> {
  const { invalidField } = await import('@nimule/core/kernel/errors');
  if (!/^[1-9]\d{0,14}$/.test(given.slice(0, 20))) invalidField(field, 'Enter a whole number.');
  return Number(given);
}

async function verifyProofFile(
  io: Io,
  format: 'table' | 'json' | 'csv',
  path: string,
  against: readonly string[],
): Promise<number> {
  const [{ verifyProof }, { MAX_PROOF_BYTES }, copies] = await Promise.all([
    import('@nimule/core/seals/service-proof'),
    import('@nimule/core/seals/schema'),
    allCopies(against),
  ]);
  const proof = await readText(path, 'proof', MAX_PROOF_BYTES);
  const proved = verifyProof(proof, copies);
  const { id, at, actorName, action, entity, entityId, summary } = proved.line;
  const row = { ...proved, id, at, actorName, action, entity, entityId, summary };
  await printRecord(io, format, row, [
    textColumn('id', 'Line'),
    textColumn('at', 'When, UTC'),
    textColumn('actorName', 'Who'),
    textColumn('action', 'Action'),
    textColumn('entity', 'Record'),
    textColumn('entityId', 'ID'),
    textColumn('summary', 'What'),
    numberColumn('seal', 'Covered by seal'),
    textColumn('sealedAt', 'Sealed, UTC'),
    textColumn('compareWith', 'Leads to'),
  ]);
  printMessage(
    io,
    proved.sameAs === null
      ? `The line belongs to ${proved.compareWith}. Compare that with a copy which nobody of the company could change: --against FILE, or by eye.`
      : `The line belongs to seal ${proved.sameAs} that was kept elsewhere: it was in the log when that was made.`,
  );
  return 0;
}

export const sealCommands = [
  listCommand({
    name: 'audit seals',
    summary: 'List the seals of the audit log, newest first',
    details:
      'Every minute the lines written since are sealed: their number, a hash over all of them, and the seal before. The column Copy is what to keep elsewhere.',
    operation: 'listAuditSeals',
    columns: [
      numberColumn('id', 'Seal'),
      textColumn('kind', 'Kind'),
      numberColumn('firstLine', 'From line'),
      numberColumn('lastLine', 'To line'),
      numberColumn('lines', 'Lines'),
      instantColumn('sealedAt', 'Sealed'),
      textColumn('copy', 'Copy'),
    ],
    pages: {
      sort: text('column', 'Sort by id or -id'),
      page: text('n', 'Page; 1 when left out'),
      pageSize: text('n', 'Rows a page; 1000, the most, when left out'),
    },
    examples: ['isp audit seals --page-size 10', 'isp audit seals --format json'],
  }),
  defineCommand({
    name: 'audit seal',
    summary: 'Seal the new lines of the audit log now, as the server does each minute',
    answers: true,
    examples: ['isp audit seal'],
    async run({ io, format, open }) {
      const session = await open();
      const { newestSeal, sealLines } = await import('@nimule/core/seals/service');
      const ctx = await session.context();
      const { seals, isBusy } = await session.change(() => sealLines(ctx));
      const newest = await newestSeal(ctx);
      if (isBusy)
        printMessage(io, 'A transaction that writes to the audit log goes on: try again later.');
      else if (seals.length === 0) printMessage(io, 'There are no lines that are not sealed.');
      if (!newest) return 0;
      const shown = { ...newest, sealedAt: newest.sealedAt.toISOString() };
      await printRecord(io, format, shown, [
        numberColumn('id', 'Seal'),
        numberColumn('lastLine', 'To line'),
        numberColumn('lines', 'Lines'),
        instantColumn('sealedAt', 'Sealed'),
        textColumn('copy', 'Copy'),
      ]);
      return 0;
    },
  }),
  defineCommand({
    name: 'audit verify',
    summary: 'Prove that the audit log is as it was sealed, or check a proof of one line',
    details:
      'Computes every seal anew and names the first break; ends with exit code 7 then. Who owns the database can compute all seals anew: only a copy kept elsewhere shows that. --against takes an e-mail with a seal, a log, a backup, the output of isp audit seals, or the text of a seal itself, and may be given several times. Lines after the newest seal are not proved. --proof checks a file of isp audit prove, and needs no database.',
    options: {
      against: list('file', 'Compare with what was kept elsewhere: a file, or a seal as text'),
      from: text('seal', 'Begin with this seal; the first when left out'),
      proof: text('file', 'Check this proof of one line instead'),
    },
    answers: true,
    examples: [
      'isp audit verify',
      'isp audit verify --against nimule-20261122-020000-scheduled.sql',
      'isp audit verify --proof line-4711.json --against e-mail.txt',
    ],
    async run({ io, options, format, open }) {
      const { against, from, proof } = options;
      if (proof !== undefined) return verifyProofFile(io, format, proof, against);
      const copies = await allCopies(against);
      const first = from === undefined ? undefined : await numberOf(from, 'from');
      const session = await open();
      const { verifySeals } = await import('@nimule/core/seals/service-verify');
      const progress = await showProgress(io, 'Seals');
      const result = await verifySeals(await session.context(), {
        ...(first !== undefined && { from: first }),
        against: copies,
        onProgress: (seal, of) => progress.update(seal, of),
      }).finally(() => progress.stop());
      await printRecord(io, format, result, [
        textColumn('isSound', 'As it was sealed'),
        numberColumn('seals', 'Seals'),
        numberColumn('lines', 'Lines'),
        numberColumn('unsealed', 'Not sealed yet'),
        textColumn('newest', 'Newest'),
        sentences('problems', 'Breaks'),
        sentences('notes', 'To know'),
      ]);
      return result.isSound ? 0 : DIFFERS;
    },
  }),
  defineCommand({
    name: 'audit prove',
    summary: 'Write the proof of one line of the audit log for an auditor',
    details:
      'The file holds the line and the hashes that lead from it to a seal. isp audit verify --proof checks it on any machine, without the database. --up-to names a seal that the auditor has a copy of; the newest when left out.',
    args: { id: { help: 'ID of the line, as audit list --format json shows it' } },
    options: {
      upTo: text('seal', 'The last seal of the proof'),
      output: text('file', 'Where to write it; - is standard output'),
    },
    examples: ['isp audit prove 4711', 'isp audit prove 4711 --up-to 812 --output proof.json'],
    async run({ io, args, options, open }) {
      const id = await numberOf(args.id, 'id');
      const upTo = options.upTo === undefined ? undefined : await numberOf(options.upTo, 'upTo');
      const session = await open();
      const { proveLine } = await import('@nimule/core/seals/service-prove');
      const proof = await proveLine(await session.context(), id, upTo);
      const answer = {
        filename: `audit-line-${id}.json`,
        contentType: 'text/plain; charset=utf-8',
        body: Buffer.from(`${JSON.stringify(proof, null, 1)}\n`),
      };
      await saveFile(io, answer, options.output, false);
      return 0;
    },
  }),
  actionCommand({
    name: 'audit seal-settings',
    summary: 'Show or set the address that gets the newest seal each day',
    details: 'An address outside of the company, such as the auditor. With --copy-to "" none.',
    operation: 'updateSealSettings',
    columns: [textColumn('copyTo', 'Newest seal is sent to')],
    options: { copyTo: text('address', 'An e-mail address; unchanged when left out') },
    async input(session, { options }) {
      const { copyTo } = options;
      const present = copyTo ?? (await session.call('getSealSettings', {})).body.copyTo;
      return { body: { copyTo: present } };
    },
    examples: ['isp audit seal-settings --copy-to auditor@example.com'],
  }),
];
