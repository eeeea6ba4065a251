import { actionCommand } from '../../action-command.ts';
import { defineCommand, flag, required, text, yes } from '../../command.ts';
import { readText } from '../../files.ts';
import { printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, numberColumn, printRecord, textColumn } from '../../output.ts';
import { confirmed } from '../../prompts.ts';
import type { Session, WireBody } from '../../session.ts';

const columns = [
  textColumn('campaignId', 'Campaign'),
  textColumn('recipientType', 'To'),
  textColumn('status', 'Status'),
  numberColumn('recipients', 'Recipients'),
  numberColumn('queued', 'Queued'),
  numberColumn('sent', 'Sent'),
  numberColumn('written', 'Not sent, in the outbox'),
  numberColumn('delivered', 'Delivered'),
  numberColumn('failed', 'Failed'),
  numberColumn('unknown', 'Unknown'),
  numberColumn('cancelled', 'Cancelled'),
  numberColumn('leftOut', 'Left out'),
  instantColumn('createdAt', 'Sent on'),
  textColumn('createdBy', 'By'),
  textColumn('message', 'Text'),
] as const;

const statsColumns = [
  textColumn('gateway', 'Gateway'),
  textColumn('mail', 'Mail server'),
  textColumn('waits', 'SMS wait'),
  textColumn('emailWaits', 'E-mails wait'),
  numberColumn('sentThisMonth', 'Sent this month'),
  numberColumn('deliveredPercent', 'Delivered, %'),
  numberColumn('failedThisMonth', 'Failed this month'),
  numberColumn('queued', 'Queued'),
  numberColumn('unknown', 'Unknown'),
  numberColumn('partsThisMonth', 'Parts this month'),
  textColumn('costThisMonthUsd', 'Cost in USD'),
] as const;

/** A campaign by its number. @throws AppError notFound. */
async function findCampaign(
  session: Session,
  number: string,
): Promise<WireBody<'listCampaigns'>[number]> {
  const { body } = await session.call('listCampaigns', { query: { q: number } });
  const { notFound } = await import('@nimule/core/kernel/errors');
  return (
    body.find(({ campaignId }) => campaignId.toLowerCase() === number.toLowerCase()) ??
    notFound('Campaign', number)
  );
}

const MAX_LIST_BYTES = 4_000_000;

/** 'Send to 120 recipients (4 left out), 120 parts, USD 4.20?' */
function question({ recipients, leftOut, totalParts, costUsd }: WireBody<'previewSms'>): string {
  const out = leftOut.reduce((sum, { count }) => sum + count, 0);
  const cost = costUsd === null ? '' : `, USD ${costUsd}`;
  return `Send to ${recipients} recipients (${out} left out), ${totalParts} parts${cost}?`;
}

/** Sends what is due in this process until nothing is left, or until it is stopped; shows what was sent. */
async function sendDue(session: Session, signal: AbortSignal | undefined): Promise<number> {
  const { sendUntilIdle } = await import('@nimule/core/messaging/sending/service');
  return session.change(() => sendUntilIdle(session.app, signal));
}

export const smsCommands = [
  defineCommand({
    name: 'sms send',
    summary: 'Queue a message to customers; the server sends it',
    details:
      'Fields such as {name} and {balance} are filled for each customer. Without a terminal it needs --yes, unless it is a dry run.',
    options: {
      to: required(
        'recipients',
        'all_customers, overdue_payments, juba_customers, wau_customers, bentiu_customers or custom_list',
      ),
      message: required('text', 'The text, at most 160 characters'),
      list: text('file', 'For custom_list: a text file with a number on each line'),
      news: flag('About offers and news: leaves out customers who refuse them'),
      dryRun: flag('Show how many would get it, and send nothing'),
      yes,
    },
    answers: true,
    examples: [
      'isp sms send --to juba_customers --message "Works on Sunday from 06:00 to 08:00" --dry-run',
      'isp sms send --to overdue_payments --message "Dear {name}, USD {balance} is overdue." --yes',
    ],
    async run({ io, options, format, open }) {
      if (options.list !== undefined && options.to !== 'custom_list') {
        const { invalidField } = await import('@nimule/core/kernel/errors');
        invalidField(
          'list',
          `A list of numbers goes with --to custom_list, not with ${options.to}.`,
        );
      }
      const list =
        options.list === undefined
          ? undefined
          : await readText(options.list, 'list', MAX_LIST_BYTES);
      const body = {
        recipientType: options.to,
        message: options.message,
        isNews: options.news,
        ...(list === undefined ? {} : { list }),
      };
      const session = await open();
      const { body: preview } = await session.call('previewSms', { body });
      if (options.dryRun) {
        await printRecord(io, format, preview, [
          numberColumn('recipients', 'Recipients'),
          textColumn('leftOut', 'Left out'),
          numberColumn('totalParts', 'Parts'),
          textColumn('costUsd', 'Cost in USD'),
          textColumn('problem', 'Problem'),
          textColumn('waits', 'Waits'),
        ]);
        return 0;
      }
      if (!(await confirmed(io, options.yes, question(preview)))) return 0;
      const { body: sent } = await session.call('sendSms', { body });
      await printRecord(io, format, sent, columns);
      if (preview.waits) io.stderr.write(`${preview.waits}\n`);
      return 0;
    },
  }),
  listCommand({
    name: 'sms list',
    summary: 'List the campaigns, newest first',
    operation: 'listCampaigns',
    columns,
    filters: { status: text('status', 'queued, sending, stopped, done or cancelled') },
    examples: ['isp sms list', 'isp sms list --status sending'],
  }),
  defineCommand({
    name: 'sms status',
    summary: 'Show a campaign, or what was sent this month and what waits',
    args: { campaign: { help: 'Its number, SMS-2026-000001', optional: true } },
    answers: true,
    examples: ['isp sms status', 'isp sms status SMS-2026-000001'],
    async run({ io, args, format, open }) {
      const session = await open();
      if (args.campaign === undefined) {
        const { body } = await session.call('getMessageStats', {});
        await printRecord(io, format, body, statsColumns);
      } else await printRecord(io, format, await findCampaign(session, args.campaign), columns);
      return 0;
    },
  }),
  actionCommand({
    name: 'sms retry',
    summary: 'Queue the failed messages of a campaign again',
    details:
      'Messages whose answer was lost are not among them: they may have arrived. The portal sends those again, one by one.',
    args: { campaign: { help: 'Its number, SMS-2026-000001' } },
    examples: ['isp sms retry SMS-2026-000001'],
    operation: 'retryCampaign',
    columns,
    async input(session, { args }) {
      const { id } = await findCampaign(session, args.campaign);
      return { params: { id: String(id) } };
    },
  }),
  defineCommand({
    name: 'sms test',
    summary: 'Send a message to a number through the configured gateway, and show the answer',
    args: { number: { help: 'A telephone number, 0977123456' } },
    options: { message: text('text', 'The text; a short test text when left out') },
    answers: true,
    examples: ['isp sms test 0977123456'],
    async run({ io, args, options, format, open, takeSignal }) {
      const session = await open();
      const { sendTest } = await import('@nimule/core/messaging/service');
      const { sendOne } = await import('@nimule/core/messaging/sending/service-one');
      const ctx = await session.context();
      const { name } = session.app.config.company;
      const { id } = await session.change(() =>
        sendTest(ctx, args.number, options.message ?? `Test message of ${name}`),
      );
      const signal = takeSignal();
      const message = await session.change(() => sendOne(session.app, id, signal));
      await printRecord(io, format, message, [
        textColumn('recipient', 'To'),
        textColumn('status', 'Status'),
        numberColumn('parts', 'Parts'),
        textColumn('error', 'Reason'),
      ]);
      if (session.app.ports.sms.kind === 'outbox')
        printMessage(
          io,
          'No SMS gateway is configured: the message was written to a file and not sent.',
        );
      if (message.status === 'queued') {
        const { body } = await session.call('getMessageStats', {});
        if (body.waits) printMessage(io, body.waits);
      }
      return message.status === 'sent' || message.status === 'delivered' ? 0 : NOT_SENT;
    },
  }),
  defineCommand({
    name: 'sms receipts',
    summary:
      'Print the address to which a gateway with an HTTP interface sends its delivery reports',
    details:
      'Enter it in the account at the gateway. It holds a key: whoever knows it can report messages as delivered.',
    answers: true,
    examples: ['isp sms receipts'],
    async run({ io, format, open }) {
      const session = await open();
      const { config } = session.app;
      const { receiptsAddress } = await import(
        '@nimule/core/messaging/sending/service-http-receipts'
      );
      const address = receiptsAddress(config);
      await printRecord(io, format, { address }, [textColumn('address', 'Address')]);
      return 0;
    },
  }),
  defineCommand({
    name: 'sms run',
    summary: 'Send what is due until nothing is left, where no server is running',
    answers: true,
    examples: ['isp sms run'],
    async run({ io, format, open, takeSignal }) {
      const session = await open();
      const handed = await sendDue(session, takeSignal());
      await printRecord(io, format, { handed }, [numberColumn('handed', 'Handed over')]);
      return 0;
    },
  }),
];

const NOT_SENT = 1;
