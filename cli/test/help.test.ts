import { describe, expect, it } from 'vitest';
import { nouns, words } from '../commands.ts';
import { runBare } from './harness.ts';

const commands = [
  ...words,
  ...(await Promise.all(Object.values(nouns).map(({ load }) => load()))).flat(),
];

describe('help', () => {
  it('is what isp alone answers', async () => {
    const outcome = await runBare([]);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatchSnapshot();
    for (const argv of [['--help'], ['help'], ['-h']]) expect(await runBare(argv)).toEqual(outcome);
  });

  it.each(Object.keys(nouns))('of %s alone lists its verbs', async (noun) => {
    const { code, stdout } = await runBare([noun]);
    expect(code).toBe(0);
    for (const { name } of commands.filter((command) => command.name.startsWith(`${noun} `))) {
      expect(stdout).toContain(`  ${name.split(' ')[1]} `);
    }
  });

  it.each(commands.map(({ name }) => [name]))('of %s has an example', async (name) => {
    const [asked, helped] = await Promise.all([
      runBare([...name.split(' '), '--help']),
      runBare(['help', ...name.split(' ')]),
    ]);
    expect(asked).toEqual(helped);
    expect([asked.code, asked.stderr]).toEqual([0, '']);
    expect(asked.stdout).toContain(`  isp ${name}`);
    expect(asked.stdout).toMatchSnapshot();
  });

  it('follows the width of the terminal', async () => {
    const { stdout } = await runBare(['billing', '--help'], { columns: 80 });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('shows no colour', async () => {
    const isTTY = { stdin: true, stdout: true, stderr: true };
    expect((await runBare(['--help'], { isTTY })).stdout).not.toContain('\u001B');
  });
});

describe('every command', () => {
  it('is a noun and a verb, perhaps in a group, or one word, and has a summary without a full stop', () => {
    for (const { name, summary } of commands) {
      expect(name).toMatch(/^[a-z]+( [a-z]+)?( [a-z]+(-[a-z]+)*)?$/);
      expect(summary).toMatch(/^[A-Z].*[^.]$/);
    }
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  });

  it('has examples that it accepts', async () => {
    // Only parsed: the commands do not run, because the database cannot be opened or help is requested.
    for (const { name, examples } of commands) {
      for (const example of examples) {
        const words = [...example.matchAll(/(?:[^\s"]+|"[^"]*")+/g)].map(([word]) =>
          word.replaceAll('"', ''),
        );
        const end = words.indexOf('>');
        const [program, ...argv] = end < 0 ? words : words.slice(0, end);
        expect([program, argv.join(' ').startsWith(name)]).toEqual(['isp', true]);
        const { code, stderr } = await runBare([...argv, '--help']);
        expect([example, code, stderr]).toEqual([example, 0, '']);
      }
    }
  });
});

describe('what cannot be understood', () => {
  it.each([
    ['biling', "unknown command 'biling'\n(Did you mean billing?)"],
    ['help biling', "unknown command 'biling'\n(Did you mean billing?)"],
    ['help billing rnu', "unknown command 'rnu'\n(Did you mean run?)"],
    ['nosuch --help', "unknown command 'nosuch'"],
    ['billing rnu', "unknown command 'rnu'\n(Did you mean run?)"],
    ['billing run --mnth 2026-11', "unknown option '--mnth'\n(Did you mean --month?)"],
    [
      'billing run --format xml',
      "option '--format <format>' argument 'xml' is invalid. Allowed choices are table, json, csv.",
    ],
    ['billing run --month', "option '--month <month>' argument missing"],
    ['billing run now', 'too many arguments'],
    ['customers show', "missing required argument 'customer'"],
    ['users create --username grace', "required option '--full-name <name>' not specified"],
  ])('isp %s is refused with exit code 2 and a suggestion', async (line, message) => {
    const { code, stdout, stderr } = await runBare(line.split(' '));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`error: ${message}`);
  });

  it('is said before the database is opened', async () => {
    const { code, stderr } = await runBare(['billing', 'run']);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'error: Bill the current month? Nobody is at this terminal to be asked: add --yes to do it.\n',
    );
  });
});
