import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { environmentVariables } from '@nimule/core/config-variables';

const BEGIN = '<!-- settings: npx tsx -C nimule-source scripts/settings-doc.ts -->\n';
const END = '<!-- end of settings -->\n';

export const guideFile = fileURLToPath(new URL('../docs/guide/administrator.md', import.meta.url));

function settingsTable(): string {
  const code = (text: string) => (text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``);
  const rows = environmentVariables.map(({ name, fallback, meaning }) => [
    code(name),
    code(fallback),
    meaning.replaceAll('|', '\\|'),
  ]);
  const lines = [['Variable', 'When not set', 'Meaning'], ['---', '---', '---'], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** The administrator's guide with the current table of settings. */
export function withSettings(guide: string): string {
  const begin = guide.indexOf(BEGIN);
  const end = guide.indexOf(END);
  if (begin < 0 || end < begin)
    throw new Error('docs/guide/administrator.md has no place for the settings');
  return `${guide.slice(0, begin)}${BEGIN}\n${settingsTable()}\n${guide.slice(end)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(guideFile, withSettings(await readFile(guideFile, 'utf8')));
}
