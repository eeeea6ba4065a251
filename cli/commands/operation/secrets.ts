import { defineCommand, yes } from '../../command.ts';
import { printMessage } from '../../io.ts';
import { numberColumn, printRows, textColumn } from '../../output.ts';
import { confirmed } from '../../prompts.ts';

export const secretCommands = [
  defineCommand({
    name: 'secrets accept-lost-key',
    summary: 'Go on with another secret key because the one of the database is lost',
    details:
      'Names what is lost, kind by kind, then asks. Codes of vouchers that were sold with the lost key are refused from then on, and SNMP credentials have to be typed again. Stop the server first. Nothing is removed: if the key is found, put it back and run this again.',
    options: { yes },
    answers: true,
    examples: ['isp secrets accept-lost-key', 'isp secrets accept-lost-key --yes'],
    async run({ io, options, format, open }) {
      const session = await open();
      const ctx = await session.context();
      const [{ acceptLostKey, findLostKey }, { openSecrets }, { secureRandom }] = await Promise.all(
        [
          import('@nimule/core/reports/secret-key/service'),
          import('@nimule/core/ports/secrets'),
          import('@nimule/core/ports/random'),
        ],
      );
      const lost = await findLostKey(ctx);
      if (!lost) {
        printMessage(io, 'The key fits this database: nothing is lost, and nothing was changed.');
        return 0;
      }
      await printRows(io, format, lost.losses, [
        numberColumn('count', 'Lost'),
        textColumn('what', 'What'),
        textColumn('consequence', 'What follows'),
      ]);
      if (lost.losses.length === 0) printMessage(io, 'Nothing is encrypted with the lost key.');
      const { held } = ctx.ports.secrets;
      const other = held ? `the key ${held}` : 'a new key';
      const question = `Give up the key ${lost.lost.join(', ')} and go on with ${other}?`;
      if (!(await confirmed(io, options.yes, question))) return 0;
      const secrets = openSecrets(ctx.config, secureRandom);
      const fingerprint = await session.change(() => acceptLostKey(ctx, secrets, lost));
      printMessage(
        io,
        `The key ${fingerprint} is the one of this database now. Keep a copy of it apart from the backups.`,
      );
      return 0;
    },
  }),
];
