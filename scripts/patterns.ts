// Finds every regular expression of the source and fails if one could take more than linear time.
// `npx tsx scripts/patterns.ts`; part of `npm run check`.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkSync } from 'recheck';
import { parseSync } from 'vite';

// Uses the JavaScript implementation in this process instead of Java or a native program.
process.env.RECHECK_SYNC_BACKEND = 'pure';

/** A multiple of what any expression needs on a busy machine (the slowest: 10 s of CPU time). */
const TIMEOUT_MS = 1_200_000;

export interface Pattern {
  line: number;
  /** As written in the source. */
  text: string;
  /** Undefined if it is built at run time and cannot be checked. */
  expression: { source: string; flags: string } | undefined;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function eachNode(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) eachNode(one, visit);
  if (!isNode(value)) return;
  visit(value);
  for (const child of Object.values(value)) eachNode(child, visit);
}

/** A text that is known from the source: a literal, or a combination of literals and constants of the file. */
function staticText(node: unknown, constants: ReadonlyMap<string, Node>): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'Identifier') {
    const value = constants.get(node.name as string);
    return value && staticText(value, constants);
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    return joined([node.left, node.right].map((side) => staticText(side, constants)));
  }
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { value: { cooked: string } }[];
    const values = (node.expressions as unknown[]).map((one) => staticText(one, constants));
    return joined(
      quasis.flatMap(({ value }, at) => (at === 0 ? value.cooked : [values[at - 1], value.cooked])),
    );
  }
  return undefined;
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.some((part) => part === undefined) ? undefined : parts.join('');
}

/** String methods that convert a text to a regular expression. */
const MATCHERS = new Set(['match', 'matchAll', 'search']);

function isRegExp(callee: unknown): boolean {
  return isNode(callee) && callee.type === 'Identifier' && callee.name === 'RegExp';
}

/** The arguments of `new RegExp`, `RegExp` and `text.match`; undefined for any other node. */
function constructed(
  { type, callee, arguments: given }: Node,
  constants: ReadonlyMap<string, Node>,
): unknown[] | undefined {
  if ((type !== 'NewExpression' && type !== 'CallExpression') || !isNode(callee)) return undefined;
  if (isRegExp(callee)) return given as unknown[];
  const property = callee.type === 'MemberExpression' ? callee.property : undefined;
  const [first] = given as unknown[];
  const isMatcher = isNode(property) && MATCHERS.has(property.name as string);
  if (!isMatcher || !isNode(first) || (given as unknown[]).length !== 1) return undefined;
  // A regular expression in a variable is checked where it is created.
  const made = first.type === 'Identifier' ? constants.get(first.name as string) : first;
  const isPattern = made !== undefined && (made.regex !== undefined || isRegExp(made.callee));
  return isPattern ? undefined : [first];
}

/** Every regular expression of a source file, literal or constructed. @throws Error when it cannot be parsed. */
export function patternsIn(file: string, source: string): Pattern[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const constants = new Map<string, Node>();
  eachNode(program, (node) => {
    if (node.type !== 'VariableDeclaration' || node.kind !== 'const') return;
    for (const { id, init } of node.declarations as { id: Node; init: unknown }[])
      if (id.type === 'Identifier' && isNode(init)) constants.set(id.name as string, init);
  });
  const patterns: Pattern[] = [];
  const add = (node: Node, expression: Pattern['expression']) =>
    patterns.push({
      line: source.slice(0, node.start).split('\n').length,
      text: source.slice(node.start, node.end),
      expression,
    });
  eachNode(program, (node) => {
    const regex = node.regex as { pattern: string; flags: string } | undefined;
    if (node.type === 'Literal' && regex) {
      add(node, { source: regex.pattern, flags: regex.flags });
      return;
    }
    const given = constructed(node, constants);
    // A copy of a literal is checked at the literal.
    if (!given || (isNode(given[0]) && given[0].regex)) return;
    const text = staticText(given[0], constants);
    const flags = given[1] === undefined ? '' : staticText(given[1], constants);
    const isKnown = text !== undefined && flags !== undefined;
    add(node, isKnown ? { source: text, flags } : undefined);
  });
  return patterns;
}

/** The fuzzer tries what it has found against a clock, and a busy machine is slow: it has to find it each time. */
const FUZZ_TRIES = 3;

function judge({ source, flags }: NonNullable<Pattern['expression']>) {
  // The seed makes the result reproducible.
  const look = () => checkSync(source, flags, { timeout: TIMEOUT_MS, randomSeed: 1 });
  let found = look();
  for (let tries = 1; tries < FUZZ_TRIES; tries += 1) {
    if (found.status !== 'vulnerable' || found.checker !== 'fuzz') break;
    found = look();
  }
  return found;
}

/** The problem of a regular expression; undefined if it takes linear time. */
export function faultOf({ expression }: Pick<Pattern, 'expression'>): string | undefined {
  if (!expression) return 'is put together at run time: use a literal, or constants of this file';
  const found = judge(expression);
  if (found.status === 'safe') return undefined;
  return found.status === 'vulnerable'
    ? `takes ${found.complexity.summary} time, for example for ${found.attack.pattern}`
    : `cannot be judged (${found.error.kind})`;
}

const EXCLUDED = new Set(['node_modules', 'dist', 'test', 'e2e', 'testing', 'files', 'bench']);

/** The source files under a path, without tests and what only tests use. */
export function sourceFiles(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const inner = join(path, name);
    if (entry.isDirectory())
      return EXCLUDED.has(name) || name.startsWith('.') ? [] : sourceFiles(inner);
    return /\.(?:ts|tsx|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name) && !/\.d\.ts$/.test(name)
      ? [inner]
      : [];
  });
}

/** Checks all patterns of the files, each once. Returns a line for each that fails, and their number. */
export function checkPatterns(
  files: readonly string[],
  root: string,
): { count: number; faults: string[] } {
  const known = new Map<string, string | undefined>();
  const faults: string[] = [];
  let count = 0;
  for (const file of files) {
    for (const pattern of patternsIn(basename(file), readFileSync(file, 'utf8'))) {
      count += 1;
      const key = JSON.stringify(pattern.expression ?? null);
      if (!known.has(key)) known.set(key, faultOf(pattern));
      const fault = known.get(key);
      if (fault) faults.push(`${relative(root, file)}:${pattern.line} ${pattern.text} ${fault}.`);
    }
  }
  return { count, faults };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folders = ['core', 'api', 'cli', 'web', 'fixtures', 'scripts'];
  const { count, faults } = checkPatterns(
    folders.flatMap((folder) => sourceFiles(join(root, folder))),
    root,
  );
  for (const fault of faults) console.error(fault);
  console.log(`${count} patterns, ${faults.length} of them unsafe.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
