import { Command as Commander, CommanderError, Option as CommanderOption } from 'commander';
import { type Command, formats, type Option } from './command.ts';
import { nouns, words } from './commands.ts';
import { forTerminal, type Io } from './io.ts';

const VERSION = '0.1.0';
const HELP_WIDTH = 100;
const EXAMPLES = `
Examples:
  isp serve --demo
  isp billing run --month 2026-11
  isp help customers list`;

export interface Chosen {
  command: Command;
  args: Record<string, string | undefined>;
  options: Record<string, unknown>;
}

export type Parsed = { chosen: Chosen } | { exitCode: number };

/** Finds the command of an argument list. Help and usage errors are written by commander. */
export async function parse(argv: readonly string[], io: Io): Promise<Parsed> {
  let chosen: Chosen | undefined;
  const line = withHelp(argv);
  const program = await buildProgram(line[0], io, (found) => {
    chosen = found;
  });
  try {
    await program.parseAsync(isKnown(program, line) ? line : withoutHelp(line), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : 2 };
    throw error;
  }
  return chosen ? { chosen } : { exitCode: 0 };
}

async function buildProgram(
  typed: string | undefined,
  io: Io,
  choose: (chosen: Chosen) => void,
): Promise<Commander> {
  const program = prepare(new Commander('isp'), io)
    .description('Nimule: the back office of an internet service provider.')
    .version(VERSION, '-V, --version', 'Print the version')
    .option('--env-file <file>', 'Take the settings of a file, as systemd reads it for the service')
    .option('--quiet', 'Write errors alone to stderr, for cron')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [command]', 'Show help for a command')
    .addHelpText('after', EXAMPLES);
  for (const command of words) declare(program, command.name, command, io, choose);
  for (const [noun, { summary, load, groups = {} }] of Object.entries(nouns)) {
    const group = prepare(program.command(noun), io).description(summary);
    if (noun !== typed) continue;
    const parents = new Map<string | undefined, Commander>();
    for (const [word, help] of Object.entries(groups))
      parents.set(word, prepare(group.command(word), io).description(help));
    for (const command of await load()) {
      const [, word, verb] = command.name.split(' ');
      declare(parents.get(word) ?? group, verb ?? word!, command, io, choose);
    }
  }
  return program;
}

/** A noun alone shows its help; `help noun verb` shows the help of that verb. */
function withHelp(argv: readonly string[]): string[] {
  const [first, ...rest] = argv;
  if (first === undefined) return ['--help'];
  if (first === 'help') return [...rest, '--help'];
  return rest.length === 0 && first in nouns ? [first, '--help'] : [...argv];
}

/** Whether the command exists. For an unknown command with --help, commander would show the main help. */
function isKnown(program: Commander, line: readonly string[]): boolean {
  let group = program;
  for (const word of line) {
    if (group.commands.length === 0 || word.startsWith('-')) return true;
    const found = group.commands.find((command) => command.name() === word);
    if (!found) return false;
    group = found;
  }
  return true;
}

function withoutHelp(line: readonly string[]): string[] {
  return line.filter((word) => word !== '--help' && word !== '-h');
}

function prepare(commander: Commander, io: Io): Commander {
  const width = Math.min(io.columns ?? HELP_WIDTH, HELP_WIDTH);
  return commander
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(forTerminal(text)),
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(--help shows what there is)');
}

function declare(
  parent: Commander,
  name: string,
  command: Command,
  io: Io,
  choose: (chosen: Chosen) => void,
): void {
  const commander = prepare(parent.command(name), io).summary(command.summary);
  commander.description(
    command.details ? `${command.summary}.\n\n${command.details}` : `${command.summary}.`,
  );
  const names = Object.keys(command.args ?? {});
  for (const [argument, { help, optional }] of Object.entries(command.args ?? {})) {
    commander.argument(optional ? `[${argument}]` : `<${argument}>`, help);
  }
  for (const [key, option] of Object.entries(command.options ?? {})) {
    commander.addOption(toCommander(key, option));
  }
  if (command.answers) {
    commander.addOption(
      new CommanderOption('--format <format>', 'How to print the answer')
        .choices(formats)
        .default('table'),
    );
  }
  commander.helpOption('-h, --help', 'Show help');
  const heading = command.examples.length === 1 ? 'Example:' : 'Examples:';
  commander.addHelpText(
    'after',
    `\n${heading}\n${command.examples.map((line) => `  ${line}`).join('\n')}`,
  );
  commander.action((...values: unknown[]) => {
    const args = Object.fromEntries(
      names.map((argument, index) => [argument, values[index] as string | undefined]),
    );
    choose({ command, args, options: { ...emptyDefaults(command), ...commander.opts() } });
  });
}

/** Defaults of flags and lists. Not declared to commander, which would print them in the help. */
function emptyDefaults({ options = {} }: Command): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options)
      .filter(([, { kind }]) => kind !== 'text')
      .map(([key, { kind }]) => [key, kind === 'flag' ? false : []]),
  );
}

export function optionFlag(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function toCommander(key: string, option: Option): CommanderOption {
  const name = optionFlag(key);
  if (option.kind === 'flag') return new CommanderOption(name, option.help);
  const declared = new CommanderOption(`${name} <${option.value}>`, option.help);
  if (option.kind === 'list') {
    return declared.argParser((value: string, before: string[] = []) => [...before, value]);
  }
  return option.required ? declared.makeOptionMandatory() : declared;
}
