import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

// Which classes of Blueprint's style sheet can occur: those that the components in use name, and those that the product
// names itself. Read from the sources, so that the styles of a build are known before its scripts are bundled.

const NAMED = /import \{([^{}]*)\} from ['"]([^'"\n]*)['"]/g;
const SCOPE = '@blueprintjs/';
const LITERAL = /\bbp6-[\w-]+/g;
const CONSTANT = /\bClasses\.(\w+)/g;
/** A class that is made of another: `${Classes.TOAST_CONTAINER}-top`, Classes.POPOVER_ARROW + '-fill'. */
const PREFIX = /\bClasses\.(\w+)(?:\}-|\s*\+\s*["']-)/g;
/** A class of its own: `${NS}-button-text`. */
const OWN = /\$\{NS\}(-[\w-]+)/g;
/** Made of the values of a property, by functions. */
const BY_PROPERTY = /^bp6-(?:(?:intent|align|elevation|position)-.+|small|large|minimal|outlined)$/;
/** Set by the transitions of a component. */
const TRANSITION = /-(?:enter|exit|appear|leave)(?:-active|-done)?$/;

type Package = 'core' | 'datetime' | 'table';

export function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
}

export const fileOf = (path: string) =>
  existsSync(`${path}.js`) ? `${path}.js` : join(path, 'index.js');

/** The files of what a package exports, by name. */
export function exportsIn(index: string, found = new Map<string, string>()): Map<string, string> {
  const text = readFileSync(index, 'utf8');
  for (const [, names, path] of text.matchAll(/export \{([^{}]*)\} from "(\.[^"]+)"/g))
    for (const name of namesIn(names!))
      found.set(name.split(' as ').at(-1)!, fileOf(resolve(dirname(index), path!)));
  for (const [, path] of text.matchAll(/export \* from "(\.[^"]+)"/g))
    exportsIn(fileOf(resolve(dirname(index), path!)), found);
  return found;
}

/** Files that re-export everything: what is imported from them says nothing. */
const BARREL = /\/(?:esm|common|components|hooks|context)\/index\.js$/;

/** The sources of the product below a folder. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'e2e', 'testing', 'vite'].includes(entry.name)
        ? []
        : sourcesIn(path);
    return /\.(?:tsx?|css|html)$/.test(entry.name) && !/\.test\./.test(entry.name) ? [path] : [];
  });
}

/** The constants of Blueprint's classes: BUTTON, 'bp6-button'. */
export function classConstants(packages: string): Map<string, string> {
  const constants = new Map<string, string>();
  const text = readFileSync(join(packages, 'core/lib/esm/common/classes.js'), 'utf8');
  for (const [, name, base, rest] of text.matchAll(/export const (\w+) = `\$\{(\w+)\}([^`]*)`;/g))
    constants.set(name!, `${base === 'NS' ? 'bp6' : (constants.get(base!) ?? '')}${rest}`);
  for (const [, name, value] of text.matchAll(/export const (\w+) = (\w+);/g))
    constants.set(name!, constants.get(value!) ?? '');
  return constants;
}

/**
 * Tells which classes can occur: those of the components that `sources` use, with what these are made of.
 * @param packages the folder @blueprintjs
 */
export function usedClasses(
  packages: string,
  sources: readonly string[],
): (name: string) => boolean {
  const constants = classConstants(packages);

  const exported = new Map(
    (['core', 'datetime', 'table'] as const).map((name): [Package, Map<string, string>] => [
      name,
      exportsIn(join(packages, name, 'lib/esm/index.js')),
    ]),
  );
  const classes = new Set<string>();
  const prefixes: string[] = [];
  const files = new Set<string>();
  const read = (path: string): string => {
    const source = readFileSync(path, 'utf8');
    for (const [, names, from] of source.matchAll(NAMED))
      for (const imported of namesIn(names!)) {
        const file = exported
          .get(from!.replace(SCOPE, '') as Package)
          ?.get(imported.split(' as ')[0]!);
        if (file) files.add(file);
      }
    for (const [literal] of source.matchAll(LITERAL)) classes.add(literal);
    for (const [, name] of source.matchAll(CONSTANT)) classes.add(constants.get(name!) ?? '');
    for (const [, own] of source.matchAll(OWN)) classes.add(`bp6${own}`);
    for (const [, name] of source.matchAll(PREFIX)) prefixes.push(`${constants.get(name!)}-`);
    return source;
  };
  for (const path of sources) read(path);
  for (const path of files) {
    if (path.endsWith('/common/classes.js')) continue;
    for (const [, imported] of read(path).matchAll(/\bfrom\s+"(\.[^"]+)"/g)) {
      const file = fileOf(resolve(dirname(path), imported!));
      if (!BARREL.test(file)) files.add(file);
    }
  }
  return (name) =>
    !name.startsWith('bp6-') ||
    classes.has(name) ||
    classes.has(name.replace(TRANSITION, '')) ||
    BY_PROPERTY.test(name) ||
    prefixes.some((prefix) => name.startsWith(prefix));
}
