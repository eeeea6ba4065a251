import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import postcss, { type AtRule, type Rule } from 'postcss';
import type { Plugin } from 'vite';
import { classConstants, sourcesIn, usedClasses } from './blueprint-classes.ts';

const SHEET = '/ui/blueprint.css';
const IMPORT = '@import "@blueprintjs/core/lib/css/blueprint.css" layer(blueprint);';
/** Of styles that never apply: the portal is written from left to right, and its theme is a class. */
const NEVER = /\[dir=["']?rtl|\[data-bp-color-scheme/;
/** Elements of texts, which are bundled with the headings of dialogs though the portal has none of them. */
const OF_TEXTS = ['BLOCKQUOTE', 'CODE_BLOCK'];

/** The classes that an element needs for a selector. */
function classesOf(selector: string): string[] {
  const needed = selector.replace(/:not\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '');
  return [...needed.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name!);
}

function isFrame({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes');
}

/**
 * Blueprint's style sheet without rules for classes that do not occur, and without variables that no rule reads.
 * @param readers other styles, which may read its variables
 */
export function withoutUnused(
  css: string,
  isUsed: (name: string) => boolean,
  readers: readonly string[],
): string {
  const sheet = postcss.parse(css);
  sheet.walkComments((comment) => {
    comment.remove();
  });
  sheet.walkAtRules('charset', (rule) => {
    rule.remove();
  });
  sheet.walkRules((rule) => {
    if (isFrame(rule)) return;
    const used = rule.selectors.filter(
      (selector) => !NEVER.test(selector) && classesOf(selector).every(isUsed),
    );
    if (used.length === 0) rule.remove();
    else rule.selectors = used;
  });
  const readElsewhere = readers.join('\n');
  let isSmaller = true;
  while (isSmaller) {
    isSmaller = false;
    const text = `${sheet.toString()}\n${readElsewhere}`;
    const read = new Set([...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));
    sheet.walkDecls(/^--/, (declaration) => {
      if (read.has(declaration.prop)) return;
      declaration.remove();
      isSmaller = true;
    });
  }
  sheet.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove();
  });
  sheet.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return sheet.toString();
}

/** Leaves out of Blueprint's style sheet what the portal never shows: half of it. */
export function blueprintStyles(): Plugin {
  const packages = resolve(
    dirname(createRequire(import.meta.url).resolve('@blueprintjs/core/package.json')),
    '..',
  );
  let isUsed: (name: string) => boolean;
  return {
    name: 'nimule-blueprint-styles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(`/web${SHEET}`)) return null;
      if (!code.includes(IMPORT)) this.error(`${SHEET} does not contain ${IMPORT}`);
      const sources = sourcesIn(resolve(dirname(id), '..'));
      isUsed = usedClasses(packages, sources);
      const sheet = readFileSync(resolve(packages, 'core/lib/css/blueprint.css'), 'utf8');
      const readers = [
        ...sources,
        resolve(packages, 'datetime/lib/css/blueprint-datetime.css'),
        resolve(packages, 'table/lib/css/table.css'),
      ].map((file) => readFileSync(file, 'utf8'));
      const used = withoutUnused(sheet, isUsed, readers);
      return { code: code.replace(IMPORT, () => `@layer blueprint {\n${used}\n}`), map: null };
    },
    /** What was bundled after all must have its styles. */
    generateBundle(_options, bundle) {
      if (!isUsed) return;
      const constants = classConstants(packages);
      // Constants that others are made of are bundled with these, used or not.
      const values = [...constants.values()];
      const isBase = (value: string) => values.some((other) => other.startsWith(`${value}-`));
      const lost = Object.values(bundle)
        .flatMap((item) => (item.type === 'chunk' ? Object.entries(item.modules) : []))
        .filter(([id]) => id.endsWith('@blueprintjs/core/lib/esm/common/classes.js'))
        .flatMap(([, { renderedExports }]) => renderedExports)
        .filter((name) => {
          const value = constants.get(name) ?? '';
          return !isUsed(value) && !isBase(value) && !OF_TEXTS.includes(name);
        });
      if (lost.length > 0) this.error(`classes without styles: ${lost.join(', ')}`);
    },
  };
}
