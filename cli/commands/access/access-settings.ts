import { actionCommand } from '../../action-command.ts';
import { defineCommand, text } from '../../command.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, numberColumn, printRecord, textColumn } from '../../output.ts';
import { findRouter } from './routers.ts';

const columns = [
  textColumn('enforced', 'Suspensions are applied'),
  instantColumn('everybodyUntil', 'Everybody on until'),
  textColumn('suspended', 'Suspended customers get'),
  textColumn('gardenList', 'List of the garden'),
  numberColumn('interimSeconds', 'Seconds between reports'),
  textColumn('accountForNewCustomers', 'Account for new customers'),
  numberColumn('keepSessionsDays', 'Days of ended sessions'),
] as const;

const packageColumns = [
  textColumn('packageType', 'Package'),
  numberColumn('uploadPercent', 'Upload %'),
  numberColumn('fairUseGb', 'Fair use GB'),
  numberColumn('reducedMbps', 'Then Mbps'),
] as const;

export const accessSettingsCommands = [
  defineCommand({
    name: 'access settings',
    summary: 'Show what the network enforces, or change it',
    options: {
      enforced: text('yes', 'yes: suspensions are applied; no: they are shown alone'),
      suspended: text('what', 'What suspended customers get: garden or off'),
      gardenList: text('name', 'Address list or filter of those in the garden'),
      interimSeconds: text('number', 'Seconds between the reports of routers'),
      accountForNewCustomers: text('kind', 'none, pppoe or hotspot'),
      keepSessionsDays: text('number', 'Days for which ended sessions are kept'),
    },
    answers: true,
    examples: ['isp access settings', 'isp access settings --enforced yes'],
    async run({ io, options, format, open }) {
      const session = await open();
      const isChange = Object.values(options).some((value) => value !== undefined);
      const { body } = isChange
        ? await session.call('updateAccessSettings', { body: options })
        : await session.call('getAccessSettings', {});
      await printRecord(io, format, body, columns);
    },
  }),
  defineCommand({
    name: 'access everybody',
    summary: 'Refuse nobody for a suspension until a time, or apply suspensions again',
    details: 'At most seven days; the reason is kept in the audit log.',
    args: { state: { help: 'on or off' } },
    options: {
      until: text('time', 'When it ends, such as 2026-11-21T18:00+02:00'),
      reason: text('text', 'Why'),
      router: text('name', 'At one router; at all when left out'),
    },
    answers: true,
    examples: [
      "isp access everybody on --until 2026-11-21T18:00+02:00 --reason 'Restored yesterday'",
      'isp access everybody off --router Wau',
    ],
    async run({ io, args, options, format, open }) {
      const { invalidField } = await import('@nimule/core/kernel/errors');
      const { state } = args;
      if (state !== 'on' && state !== 'off') invalidField('state', 'Write on or off.');
      if (state === 'on' && options.until === undefined)
        invalidField('until', 'Say when it ends: --until 2026-11-21T18:00+02:00.');
      const { until = null, reason, router } = options;
      const input = { until: state === 'on' ? until : null, reason };
      const session = await open();
      if (router === undefined) {
        const { body } = await session.call('letEverybodyOn', { body: input });
        await printRecord(io, format, body, columns);
        return;
      }
      const { id } = await findRouter(session, router);
      const { body } = await session.call('letEverybodyOnAt', { params: { id }, body: input });
      await printRecord(io, format, body, [
        textColumn('name', 'Router'),
        instantColumn('everybodyUntil', 'Everybody on until'),
      ]);
    },
  }),
  listCommand({
    name: 'access packages',
    summary: 'List what packages give beyond their bandwidth',
    operation: 'listAccessProfiles',
    columns: packageColumns,
    pages: {},
    examples: ['isp access packages'],
  }),
  actionCommand({
    name: 'access package',
    summary: 'Change upload and fair use of a package',
    details: 'Without --fair-use-gb and --reduced-mbps there is no limit.',
    operation: 'updateAccessProfile',
    columns: packageColumns,
    args: { package: { help: 'Name of the package' } },
    options: {
      uploadPercent: text('number', 'Upload in percent of the download; 100 when left out'),
      fairUseGb: text('number', 'Upload and download of a month, in GB'),
      reducedMbps: text('number', 'Download speed from then on, in Mbps'),
    },
    input: (_session, { args, options }) => ({
      params: { packageType: args.package },
      body: {
        uploadPercent: options.uploadPercent ?? '100',
        fairUseGb: options.fairUseGb ?? null,
        reducedMbps: options.reducedMbps ?? null,
      },
    }),
    examples: ["isp access package 'Basic Fiber' --fair-use-gb 250 --reduced-mbps 2"],
  }),
];
