import type { AdministratorInput } from '@nimule/core/identity/schema';
import { AppError } from '@nimule/core/kernel/errors';
import { defineCommand, flag, required, text } from '../command.ts';
import { isUnused, keptSignIns, loadDemoCompany, printSignIns, signInsFile } from '../demo.ts';
import type { Io } from '../io.ts';
import { printRecord, printRows, textColumn } from '../output.ts';
import { createSession, type Row, type Session } from '../session.ts';

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
    handlesSignal: true,
    async run({ io, options }) {
      const [{ readConfig }, { createLogger }, { serve }] = await Promise.all([
        import('@nimule/core/config'),
        import('@nimule/api/log'),
        import('@nimule/api/serve'),
      ]);
      const config = readConfig({
        ...io.env,
        ...(options.port === undefined ? {} : { PORT: options.port }),
        ...(options.host === undefined ? {} : { HOST: options.host }),
      });
      const starting = serve(config, {
        log: createLogger(config.logLevel, {
          write: (line) => io.stderr.write(line),
          isTTY: io.isTTY.stderr,
        }),
        onWait: (message) => void io.stderr.write(`${message}\n`),
        prepare: async (app) => {
          if (options.demo) await prepareDemo(io, createSession(app, io.osUser));
        },
      });
      const stopped = untilStopped(io);
      const server = await Promise.race([starting, stopped]);
      if (!server) return INTERRUPTED;
      await announce(io, server.url, createSession(server.app, io.osUser));
      await stopped;
      io.stderr.write('Stopping: finishing what is under way.\n');
      if (await server.close()) return 0;
      io.stderr.write('Some work did not end in time and was broken off.\n');
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
          import('@nimule/core/identity/service-init'),
        ]);
      // Judged like any other account that is made, but for the role and the password.
      const row = { ...identityRoutes.createUser, body: administratorInput };
      const { body } = decodeInput(row, { body: options });
      const { user, temporaryPassword } = await initAdministrator(
        await session.context(),
        body as AdministratorInput,
      );
      await printRecord(io, format, { username: user.username, temporaryPassword }, [
        textColumn('username', 'Username'),
        textColumn('temporaryPassword', 'Temporary password'),
      ]);
      io.stderr.write('It has to be changed at the first sign-in and is kept nowhere.\n');
      return 0;
    },
  }),
  defineCommand({
    name: 'demo',
    summary: 'Load the demo company into an empty database and print its sign-ins',
    answers: true,
    examples: ['isp demo'],
    async run({ io, format, open }) {
      const session = await open();
      if (!(await isUnused(session))) {
        throw new AppError(
          'conflict',
          'demo.notEmpty',
          'The database is in use: the demo company is loaded into an empty one alone.',
        );
      }
      const signIns = await loadDemoCompany(io, session.app);
      await printRows(io, format, signIns as unknown as Row[], [
        textColumn('username', 'Username'),
        textColumn('password', 'Password'),
        textColumn('role', 'Role'),
      ]);
      io.stderr.write(`Kept in ${signInsFile(session.app)}\n`);
      return 0;
    },
  }),
];

function untilStopped(io: Io): Promise<undefined> {
  return new Promise((resolve) => {
    if (io.signal?.aborted) resolve(undefined);
    io.signal?.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

async function prepareDemo(io: Io, session: Session): Promise<void> {
  if (!session.app.embedded) {
    io.stderr.write(
      '--demo is for the embedded database; DATABASE_URL is set. isp demo loads it there.\n',
    );
    return;
  }
  if (await isUnused(session)) await loadDemoCompany(io, session.app);
}

async function announce(io: Io, url: string, session: Session): Promise<void> {
  io.stdout.write(`Nimule is ready: ${url}\n`);
  const signIns = await keptSignIns(session);
  if (signIns.length > 0) {
    io.stdout.write('\nDEMO sign-ins:\n');
    await printSignIns(io, signIns);
  } else if (await isUnused(session)) {
    io.stdout.write('There is no staff account yet: isp init makes the first.\n');
  }
}
