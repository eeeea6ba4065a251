import type { AdministratorInput } from '@nimule/core/identity/schema';
import { defineCommand, flag, required, text } from '../../command.ts';
import { forTerminal, printMessage } from '../../io.ts';
import { printRecord, textColumn } from '../../output.ts';

const STOPPED_TOO_LATE = 1;
const INTERRUPTED = 130;

export const serverCommands = [
  defineCommand({
    name: 'serve',
    summary: 'Serve the portal and the API, and run the scheduled jobs',
    details:
      'Stops on SIGTERM or Ctrl-C, once requests and jobs under way are finished. isp env lists the settings.',
    options: {
      port: text('n', 'Port; PORT or 3000 when left out'),
      host: text('address', 'Address to listen on; HOST or localhost when left out'),
      demo: flag('Load the demo company if the embedded database is empty'),
    },
    examples: ['isp serve', 'isp serve --host 0.0.0.0 --port 8080', 'isp serve --demo'],
    async run({ io, options, takeSignal }) {
      const stopped = untilStopped(takeSignal());
      const [
        { readConfig },
        { createLogger },
        { serve },
        { announce, announceIn, keepDemoSessions, prepareDemo },
        { createSession },
      ] = await Promise.all([
        import('@nimule/core/config'),
        import('@nimule/api/log'),
        import('@nimule/api/serve'),
        import('../../demo.ts'),
        import('../../session.ts'),
      ]);
      const config = readConfig(
        {
          ...io.env,
          ...(options.port === undefined ? {} : { PORT: options.port }),
          ...(options.host === undefined ? {} : { HOST: options.host }),
        },
        options.port === undefined ? {} : { PORT: '--port' },
      );
      const log = createLogger(config.logLevel, {
        write: (line) => io.stderr.write(io.isTTY.stderr ? forTerminal(line) : line),
        isTTY: io.isTTY.stderr,
        ...(io.isJournal ? { isJournal: true } : {}),
      });
      // A service's log is read by programs: every line of it has one form.
      const isService = !options.demo && !io.isTTY.stderr;
      const say = (text: string) =>
        isService ? log.info(text) : void io.stderr.write(`${text}\n`);
      const starting = serve(config, {
        log,
        onWait: (message) => (isService ? log.info(message) : printMessage(io, message)),
        prepare: async (app) => {
          if (options.demo) await prepareDemo(io, createSession(app, io.osUser));
          await io.portal;
        },
      });
      const server = await Promise.race([starting, stopped]);
      if (!server) return INTERRUPTED;
      const session = createSession(server.app, io.osUser);
      if (isService) await announceIn(log, server.url, session);
      else await announce(io, server.url, session);
      const reporting = await keepDemoSessions(session);
      await stopped;
      say('Stopping: finishing what is under way.');
      await reporting.stop();
      if (await server.close()) {
        say('Stopped.');
        return 0;
      }
      say('Some work did not end in time and was broken off.');
      return STOPPED_TOO_LATE;
    },
  }),
  defineCommand({
    name: 'init',
    summary: 'Make the first administrator, with a temporary password that is printed once',
    details: 'Refused when there is an administrator already; isp users reset-password helps then.',
    options: {
      username: required('name', 'Username to sign in with'),
      fullName: required('name', 'Full name'),
      email: required('address', 'E-mail address'),
    },
    answers: true,
    examples: ['isp init --username grace --full-name "Grace Akol" --email grace@example.net'],
    async run({ io, options, format, open }) {
      const session = await open();
      const [{ decodeInput }, { administratorInput }, { identityRoutes }, { initAdministrator }] =
        await Promise.all([
          import('@nimule/core/kernel/contract'),
          import('@nimule/core/identity/schema'),
          import('@nimule/core/identity/routes'),
          import('@nimule/core/identity/users/service-init'),
        ]);
      // Validated like any other new account, except for role and password.
      const row = { ...identityRoutes.createUser, body: administratorInput };
      const { body } = decodeInput(row, { body: options });
      const ctx = await session.context();
      const { user, temporaryPassword } = await session.change(() =>
        initAdministrator(ctx, body as AdministratorInput),
      );
      await printRecord(io, format, { username: user.username, temporaryPassword }, [
        textColumn('username', 'Username'),
        textColumn('temporaryPassword', 'Temporary password'),
      ]);
      printMessage(
        io,
        'It has to be changed at a first sign-in within 7 days and is kept nowhere.',
      );
    },
  }),
  defineCommand({
    name: 'demo',
    summary: 'Load the demo company into an empty database and print its sign-ins',
    answers: true,
    examples: ['isp demo'],
    async run({ io, format, open, takeSignal }) {
      const session = await open();
      const [{ loadDemoCompany, printSignIns }, { signInsFile }] = await Promise.all([
        import('../../demo.ts'),
        import('@nimule/fixtures/demo/load-demo'),
      ]);
      await printSignIns(io, format, await loadDemoCompany(io, session, takeSignal()));
      io.stderr.write(`Kept in ${signInsFile(session.app.config.dataDir)}\n`);
    },
  }),
];

function untilStopped(signal: AbortSignal | undefined): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve(undefined);
    signal?.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
