import { defineCommand, text } from '../../command.ts';
import { forTerminal, printMessage } from '../../io.ts';
import { printRecord, textColumn } from '../../output.ts';

export const databaseCommands = [
  defineCommand({
    name: 'database roles',
    summary: 'Make the two roles of PostgreSQL: the owner of the tables, and the application',
    details:
      'DATABASE_URL names the role of the application, ISP_OWNER_URL the owner; names and passwords are taken from there. Prints a script for psql, to be run by a superuser, with encrypted passwords; it makes what is missing, the database too, and can be repeated. With --superuser it is run at once. The next start, or isp migrate, then gives the application its rights on the tables.',
    options: {
      superuser: text(
        'url',
        'Address of a superuser, postgres://postgres@host:5432/postgres; PGPASSWORD keeps the password out of the list of processes',
      ),
    },
    answers: true,
    examples: [
      'isp database roles | sudo -u postgres psql',
      'isp database roles --superuser postgres://postgres@db.example.net/postgres',
    ],
    async run({ io, options, format }) {
      const [{ readConfig }, { makeRoles, rolesOf, rolesScript }] = await Promise.all([
        import('@nimule/core/config'),
        import('@nimule/core/database/evidence/roles'),
      ]);
      const wanted = rolesOf(readConfig(io.env));
      if (options.superuser === undefined) {
        io.stdout.write(forTerminal(rolesScript(wanted)));
        return 0;
      }
      await makeRoles(wanted, options.superuser);
      const { owner, application, database } = wanted;
      await printRecord(
        io,
        format,
        { owner: owner.name, application: application.name, database },
        [
          textColumn('owner', 'Owner'),
          textColumn('application', 'Application'),
          textColumn('database', 'Database'),
        ],
      );
      printMessage(
        io,
        'The next start, or isp migrate, gives the application its rights on the tables.',
      );
      return 0;
    },
  }),
];
