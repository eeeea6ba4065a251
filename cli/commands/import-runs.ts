import { setTimeout } from 'node:timers/promises';
import type { ReconciledTotal } from '@nimule/core/imports/schema-centre';
import { builtImportTypes } from '@nimule/core/imports/schema-types';
import { defineCommand, flag, paging, text, yes } from '../command.ts';
import { formatByName, saveFile, tableFormats } from '../files.ts';
import { printMessage } from '../io.ts';
import { listCommand } from '../list-command.ts';
import {
  instantColumn,
  noteRest,
  numberColumn,
  printRecord,
  printRows,
  textColumn,
} from '../output.ts';
import { confirmed } from '../prompts.ts';
import type { WireBody } from '../session.ts';

/** How often the shell looks whether an undo has ended. */
const POLL_MS = 200;
const UNDO_FAILED = 1;

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

/** Earlier imports: the list, one with its reasons, and its undo. */
export const importRunCommands = [
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
      page: paging.page,
      pageSize: paging.pageSize,
    },
    answers: true,
    examples: [
      'isp import show 12',
      'isp import show 12 --refused refused.xlsx',
      'isp import show 12 --changes --format csv',
    ],
    async run(call) {
      const { io, args, options: given, format, open } = call;
      const session = await open();
      const params = { id: args.id };
      if (given.refused !== undefined) {
        const fallback = given.refused === '-' ? 'csv' : 'xlsx';
        const query = { format: formatByName(given.refused, tableFormats, fallback) };
        const { body } = await session.call('exportRefusedRows', { params, query });
        await saveFile(io, body, given.refused, given.force);
        return 0;
      }
      const { page, pageSize } = given;
      if (given.changes) {
        const query = { page, pageSize, total: 'yes' };
        const { body, total } = await session.call('listImportChanges', { params, query });
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
        noteRest(io, body.length, total, Number(page ?? 1));
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
      await session.call('undoImportRun', { params });
      let { body: after } = await session.call('getImportRun', { params });
      while (after.undo?.status === 'running') {
        await setTimeout(POLL_MS);
        ({ body: after } = await session.call('getImportRun', { params }));
      }
      const { undo } = after;
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
