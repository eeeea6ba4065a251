import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));

interface SourceForm {
  file: string;
  /** As it stands in the source. */
  title: string;
  /** Names that it may have on the screen; undefined where they are computed elsewhere. */
  pattern: RegExp | undefined;
}

const OPENING = /<(?:RecordForm|FormDialog|FormPanel|SettingsDialog|SettingsPanel)\b/g;
const NAMED = /\b(?:title|label)=(?:"([^"]*)"|\{`([^`]*)`\}|\{([^}]*)\})/;
/** The name stands among the first properties. */
const MOST = 2_500;

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map(escaped);
  return new RegExp(`^${parts.join('.+')}$`);
}

function formsOf(file: string): SourceForm[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(OPENING)].map(({ index }) => {
    const [, text, template, expression] = NAMED.exec(source.slice(index, index + MOST)) ?? [];
    const constant =
      expression && new RegExp(`const ${escaped(expression)} = '([^']*)'`).exec(source);
    const title = text ?? template ?? (constant ? constant[1]! : (expression ?? ''));
    const isKnown = text !== undefined || template !== undefined || Boolean(constant);
    return { file: relative(web, file), title, pattern: isKnown ? patternOf(title) : undefined };
  });
}

/** Every form of the portal that is made with the form kit, read from the source. */
export function sourceForms(): SourceForm[] {
  return ['pages', 'parts'].flatMap((folder) =>
    readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
      // The kit itself.
      .filter((name) => folder === 'pages' || !/^(record-form|settings)\.tsx$/.test(name))
      .flatMap((name) => formsOf(join(web, folder, name))),
  );
}
