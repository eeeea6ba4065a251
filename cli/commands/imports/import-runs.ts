import { extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ReconciledTotal } from '@nimule/core/imports/schema-centre';
import { builtImportTypes } from '@nimule/core/imports/schema-types';
import { invalidField, isAppError } from '@nimule/core/kernel/errors';
import { defineCommand, type Format, flag, paging, text, yes } from '../../command.ts';
import { saveFile } from '../../files.ts';
import { type Io, printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import {
  instantColumn,
  instantText,
  noteRest,
  numberColumn,
  printRecord,
  printRows,
  textColumn,
} from '../../output.ts';
import { confirmed } from '../../prompts.ts';
import type { Session, WireBody } from '../../session.ts';

/** How often the shell looks whether an undo has ended. */
const POLL_MS = 200;
/** How often it tries to take over an undo whose process may have been killed. */
const TAKE_OVER_MS = 2000;
const UNDO_FAILED = 1;

/**
 * Undoes an import and waits for the end of the undo, also of one that another process carries out. If that process was
 * killed, this one goes on with it.
 */
async function undoAndWait(
  { io, session }: { io: Io; session: Session },
  params: { id: string },
): Promise<WireBody<'getImportRun'>> {
  const [{ undoRun }, { getImportRun }] = await Promise.all([
    import('@nimule/core/imports/undo/service'),
    import('@nimule/core/imports/runs/service-history'),
  ]);
  let isTaken = false;
  const undo = () =>
    session.change(() =>
      session.callWith('undoImportRun', { params }, async (ctx, input) => {
        isTaken = await undoRun(ctx, input.params.id);
        return getImportRun(ctx, input.params.id);
      }),
    );
  let run = await undo();
  if (!isTaken && run.undo?.status === 'running') printMessage(io, 'Waiting for another process');
  for (let tried = Date.now(); run.undo?.status === 'running'; ) {
    await setTimeout(POLL_MS);
    ({ body: run } = await session.call('getImportRun', { params }));
    if (isTaken || run.undo?.status !== 'running' || Date.now() - tried < TAKE_OVER_MS) continue;
    tried = Date.now();
    run = await undo().catch((error: unknown) => {
      // The other process may have ended it just now.
      if (isAppError(error) && error.code === 'import.undo') return run;
      throw error;
    });
  }
  return run;
}

function undoText({ status, at, by, removed, reversed, kept, error }: ShownUndo): string {
  const ended = status === 'done' ? ` on ${instantText(at)}` : '';
  const reason = error === '' ? '' : ` ${error}`;
  return `Undo: ${status} by ${by}${ended}: ${removed} removed, ${reversed} reversed, ${kept} kept.${reason}`;
}

type ShownUndo = NonNullable<WireBody<'getImportRun'>['undo']>;

/** A page of one of an import's lists, if an option asks for one. */
async function printList(
  { io, format, session }: { io: Io; format: Format; session: Session },
  which: 'changes' | 'differences' | 'kept',
  input: { params: { id: string }; query: Record<string, unknown> },
): Promise<[shown: number, total: number | undefined]> {
  switch (which) {
    case 'changes': {
      const { body, total } = await session.call('listImportChanges', input);
      await printRows(io, format, body, [
        numberColumn('row', 'Row'),
        textColumn('entity', 'Kind'),
        textColumn('label', 'Record'),
        {
          key: 'fields',
          title: 'Changes',
          show: (fields) =>
            (fields as WireBody<'listImportChanges'>[number]['fields'])
              .map(({ field, before, after }) => `${field}: ${before} -> ${after}`)
              .join('; '),
        },
      ]);
      return [body.length, total];
    }
    case 'differences': {
      const { body, total } = await session.call('listImportDifferences', input);
      await printRows(io, format, body, [
        numberColumn('row', 'Row'),
        textColumn('label', 'Record'),
        textColumn('total', 'Total'),
        { ...textColumn('file', 'File'), right: true },
        { ...textColumn('books', 'Books'), right: true },
        textColumn('reason', 'Reason'),
      ]);
      return [body.length, total];
    }
    case 'kept': {
      const { body, total } = await session.call('listKeptRecords', input);
      await printRows(io, format, body, [
        textColumn('entity', 'Kind'),
        textColumn('label', 'Record'),
        textColumn('reason', 'Reason'),
      ]);
      return [body.length, total];
    }
  }
}

/** 'Monthly fees: file 500.00, books 375.00; refused rows 125.00, differences 0.00, unexplained 0.00.' */
function reconciledText({
  label,
  file,
  books,
  refused,
  different,
  unexplained,
}: ReconciledTotal): string {
  return `${label}: file ${file}, books ${books}; refused rows ${refused}, differences ${different}, unexplained ${unexplained}.`;
}

/** @throws AppError invalid for a name that ends neither with .xlsx nor with .csv. */
function refusedFormat(file: string): 'xlsx' | 'csv' {
  if (file === '-') return 'csv';
  const ending = extname(file).toLowerCase();
  if (ending !== '' && ending !== '.xlsx' && ending !== '.csv')
    invalidField('refused', `${file} must end with .xlsx or .csv.`);
  return ending === '.csv' ? 'csv' : 'xlsx';
}

/** Earlier imports: the list, one with its reasons, and its undo. */
export const importRunCommands = [
  defineCommand({
    name: 'import steps',
    summary: 'The steps of moving a company in: what is there and what is missing',
    answers: true,
    examples: ['isp import steps', 'isp import steps --format json'],
    async run({ io, format, open }) {
      const session = await open();
      const { body } = await session.call('movingIn', {});
      await printRows(io, format, body.steps, [
        textColumn('title', 'Step'),
        textColumn('state', 'State'),
        textColumn('told', 'What is there, what is missing'),
        textColumn('type', 'Import with'),
      ]);
      return 0;
    },
  }),
  listCommand({
    name: 'import runs',
    summary: 'List the imports, newest first',
    operation: 'listImportRuns',
    filters: { type: text('type', builtImportTypes.join(' or ')) },
    columns: [
      numberColumn('id', 'Id'),
      instantColumn('startedAt', 'Started'),
      textColumn('type', 'Type'),
      textColumn('filename', 'File'),
      textColumn('status', 'Status'),
      numberColumn('recordsProcessed', 'Rows'),
      numberColumn('recordsCreated', 'Created'),
      numberColumn('recordsUpdated', 'Updated'),
      numberColumn('recordsFailed', 'Refused'),
      textColumn('actorName', 'By'),
      {
        key: 'undo',
        title: 'Undo',
        show: (undo) => (undo as ShownUndo | null)?.status ?? '',
      },
    ],
    examples: ['isp import runs', 'isp import runs --type billing --page-size 20'],
  }),
  defineCommand({
    name: 'import show',
    summary: 'Show an import with the reasons of its refused rows',
    details:
      'The file of --refused has the columns of the imported one and the reason of each row; correct it and import it again with the same options. Imported files are kept for 30 days.',
    args: { id: { help: 'Id of the import, as import runs shows it' } },
    options: {
      refused: text(
        'file',
        "Write the refused rows to this .xlsx or .csv file; '-' for .csv on standard output",
      ),
      force: flag('Replace a file that is there already'),
      changes: flag('List the changed records instead, before and after'),
      differences: flag('List the records whose value in the books is not that of the file'),
      kept: flag('List the records that the undo of the import left, with the reasons'),
      page: paging.page,
      pageSize: paging.pageSize,
    },
    answers: true,
    examples: [
      'isp import show 12',
      'isp import show 12 --refused refused.xlsx',
      'isp import show 12 --changes --format csv',
      'isp import show 12 --differences',
    ],
    async run(call) {
      const { io, args, options: given, format, open } = call;
      const session = await open();
      const params = { id: args.id };
      if (given.refused !== undefined) {
        const query = { format: refusedFormat(given.refused) };
        const { body } = await session.call('exportRefusedRows', { params, query });
        await saveFile(io, body, given.refused, given.force);
        return 0;
      }
      const { page, pageSize } = given;
      const lists = (['changes', 'differences', 'kept'] as const).filter((one) => given[one]);
      if (lists.length > 1)
        invalidField(lists[1]!, `Give only one of ${lists.map((one) => `--${one}`).join(', ')}.`);
      const [list] = lists;
      if (list) {
        const input = { params, query: { page, pageSize, total: 'yes' } };
        const [count, total] = await printList({ io, format, session }, list, input);
        noteRest(io, count, total, Number(page ?? 1));
        return 0;
      }
      const { body: run } = await session.call('getImportRun', { params });
      await printRecord(io, format, run, [
        textColumn('filename', 'File'),
        textColumn('type', 'Type'),
        textColumn('status', 'Status'),
        instantColumn('startedAt', 'Started'),
        instantColumn('finishedAt', 'Ended'),
        textColumn('actorName', 'By'),
        numberColumn('recordsProcessed', 'Rows read'),
        numberColumn('recordsCreated', 'Created'),
        numberColumn('recordsUpdated', 'Updated'),
        numberColumn('recordsUnchanged', 'Unchanged'),
        numberColumn('recordsFailed', 'Refused'),
        numberColumn('changes', 'Changed records listed'),
        numberColumn('differences', 'Differences to the file'),
        textColumn('error', 'Error'),
      ]);
      if (format !== 'table') return 0;
      for (const line of run.warnings) printMessage(io, line);
      for (const total of run.reconciliation ?? []) printMessage(io, reconciledText(total));
      if (run.undo) printMessage(io, undoText(run.undo));
      const { mendingOption } = await import('@nimule/core/imports/service-options');
      for (const reason of run.reasons) {
        const { message, rows, firstRows } = reason;
        const more = rows > firstRows.length ? ', …' : '';
        const which =
          rows === 1 ? `Row ${firstRows[0]}` : `${rows} rows (${firstRows.join(', ')}${more})`;
        printMessage(io, `${which}: ${message}${mendingOption(run.type, reason)}`);
      }
      return 0;
    },
  }),
  defineCommand({
    name: 'import undo',
    summary: 'Remove or reverse what an import created',
    details:
      'Records that something else refers to since then stay, and are listed. Changed records are not set back: import show ID --changes lists them.',
    args: { id: { help: 'Id of the import, as import runs shows it' } },
    options: { yes },
    answers: true,
    examples: ['isp import undo 12', 'isp import undo 12 --yes'],
    async run({ io, args, options: { yes: isSure }, format, open }) {
      const session = await open();
      const params = { id: args.id };
      const { body: run } = await session.call('getImportRun', { params });
      const question = `This removes or reverses the ${run.recordsCreated} records that the import of ${run.filename} created. Undo it?`;
      if (!(await confirmed(io, isSure, question))) return 0;
      const { undo } = await undoAndWait({ io, session }, params);
      await printRecord(io, format, { ...undo }, [
        textColumn('status', 'Undo'),
        numberColumn('removed', 'Removed'),
        numberColumn('reversed', 'Reversed'),
        numberColumn('kept', 'Kept'),
        textColumn('error', 'Error'),
      ]);
      const { body: kept } = await session.call('listKeptRecords', { params });
      for (const { label, reason } of kept) printMessage(io, `${label}: ${reason}`);
      return undo?.status === 'failed' ? UNDO_FAILED : 0;
    },
  }),
];
