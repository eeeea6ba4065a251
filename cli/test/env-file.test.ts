import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parseEnvFile } from '../env-file.ts';
import { takeGlobals } from '../globals.ts';
import { runBare } from './harness.ts';

/** The user and group 'nobody' of Linux, which exists without being created. */
const NOBODY = 65_534;
const folder = mkdtempSync(join(tmpdir(), 'nimule-env-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file of settings', () => {
  it('is read as systemd reads an EnvironmentFile', () => {
    // The values that systemd 252 reads from the same lines (its generator for environment.d).
    const text = [
      '# a comment',
      '; another one',
      'SMS_URL=smpps://user:password@host:3550?window=10&perSecond=20',
      'QUOTED="a b & c"  ',
      "SINGLE='$HOME \\n'",
      'PARTS="one "\'two \'three',
      'ESCAPED=a\\ b\\\\c\\"d',
      'IN_QUOTES="say \\"hi\\" for \\$1 \\x"',
      'LONG=first \\',
      '  second',
      'HASH=a#b ;c',
      '  INDENTED = spaced out   ',
      'EMPTY=',
      'EQUALS=a=b=c',
      'export NOT_A_NAME=1',
      '9NO=1',
      'no equals sign',
      'TWO_LINES="one',
      'two"',
      'CRLF=yes\r',
      'LAST=ends without a line end',
    ].join('\n');
    expect(parseEnvFile(text)).toEqual({
      SMS_URL: 'smpps://user:password@host:3550?window=10&perSecond=20',
      QUOTED: 'a b & c',
      SINGLE: '$HOME \\n',
      PARTS: 'one two three',
      ESCAPED: 'a b\\c"d',
      IN_QUOTES: 'say "hi" for $1 \\x',
      LONG: 'first   second',
      HASH: 'a#b ;c',
      INDENTED: 'spaced out',
      EMPTY: '',
      EQUALS: 'a=b=c',
      TWO_LINES: 'one\ntwo',
      CRLF: 'yes',
      LAST: 'ends without a line end',
    });
  });

  it('gives back every value that is written in single or double quotes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (value) => {
        const plain = value.replaceAll("'", '').replaceAll('\r', '');
        expect(parseEnvFile(`A='${plain}'\nB=2\n`)).toEqual({ A: plain, B: '2' });
        const escaped = value.replaceAll(/["\\`$]/g, (character) => `\\${character}`);
        expect(parseEnvFile(`A="${escaped}"\nB=2\n`)).toEqual({ A: value, B: '2' });
      }),
    );
  });

  it('is read in time that grows with its size alone', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void parseEnvFile(text)));
    expect(parseEnvFile(`A=${'\\'.repeat(200_000)}`).A).toHaveLength(100_000);
  });
});

describe('isp --env-file', () => {
  it('takes the settings of the file, also over those of the environment', async () => {
    const file = join(folder, 'nimule.env');
    writeFileSync(file, 'PORT="80 80"\nSMS_URL=smpps://u:p@h:1?a=1&b=2\n');
    const env = { PORT: '1' };
    const set = await runBare(['--env-file', file, 'env', '--format', 'json'], { env });
    const rows = JSON.parse(set.stdout) as { name: string; isSet: boolean }[];
    expect(rows.filter(({ isSet }) => isSet).map(({ name }) => name)).toEqual(['PORT', 'SMS_URL']);
    const wrong = await runBare(['doctor', `--env-file=${file}`], { env: {} });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("not '80 80'") });
  });

  it('says what is wrong with the file', async () => {
    const missing = await runBare(['--env-file', join(folder, 'none'), 'env']);
    expect(missing).toMatchObject({ code: 8, stderr: expect.stringContaining('ENOENT') });
    expect(await runBare(['env', '--env-file'])).toMatchObject({ code: 2 });
  });

  it('names the group of a file that root alone may read', async () => {
    const file = join(folder, 'root.env');
    writeFileSync(file, 'PORT=1\n');
    chmodSync(file, 0);
    chmodSync(folder, 0o755);
    // Root reads every file: the command is run as nobody.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid!(NOBODY);
    try {
      expect(await runBare(['--env-file', file, 'env'])).toMatchObject({
        code: 8,
        stderr: expect.stringContaining('sudo -u nimule isp --env-file'),
      });
    } finally {
      if (isRoot) process.seteuid!(0);
    }
  });

  it('leaves words behind -- to the command', () => {
    const line = ['sms', 'test', '--quiet', '--', '--env-file', 'x'];
    expect(takeGlobals(line)).toEqual({
      argv: ['sms', 'test', '--', '--env-file', 'x'],
      envFile: undefined,
      isQuiet: true,
    });
  });
});
