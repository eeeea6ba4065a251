import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import type { Block } from '../../app/help/guide.ts';
import { indexOf, sectionsOf } from './markdown.ts';

/** `docs/guide/clerk.md?guide` is a guide, `?guide-index` what the search needs of it. */
const GUIDE = /^(.*\/docs\/guide\/[\w-]+\.md)\?guide(-index)?$/;

/** 'clerk#take-a-payment' for links between guides; undefined for files that the portal does not have. */
function targetOf(file: string, href: string): string | undefined {
  if (/^https?:/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  if (dirname(target) !== dirname(file) || !target.endsWith('.md')) return undefined;
  return `${basename(target, '.md')}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Makes of images that exist what the bundler emits; others are left out. */
function withImages(blocks: readonly Block[], file: string, images: string[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.is === 'ul' || block.is === 'ol')
      return [{ ...block, items: block.items.map((item) => withImages(item, file, images)) }];
    if (block.is !== 'image') return [block];
    const path = join(dirname(file), block.source);
    if (!existsSync(path)) return [];
    if (!images.includes(path)) images.push(path);
    return [{ ...block, source: `image:${images.indexOf(path)}` }];
  });
}

/** The module of a guide: its sections, with the addresses of its images. */
export function guideModule(file: string, isIndex: boolean): string {
  const markdown = readFileSync(file, 'utf8');
  const sections = sectionsOf(markdown, (href) => targetOf(file, href));
  if (isIndex) return `export default ${JSON.stringify(indexOf(sections))};`;
  const images: string[] = [];
  const shown = sections.map((section) => ({
    ...section,
    blocks: withImages(section.blocks, file, images),
  }));
  const json = JSON.stringify(shown).replaceAll(/"image:(\d+)"/g, 'image$1');
  const imports = images.map(
    (path, at) => `import image${at} from ${JSON.stringify(`${path}?url`)};`,
  );
  return `${imports.join('\n')}\nexport default ${json};`;
}

/** The guides of docs/guide as modules, read when the portal is built. */
export function guides(): Plugin {
  return {
    name: 'nimule-guides',
    enforce: 'pre',
    load(id) {
      const [, file, index] = GUIDE.exec(id) ?? [];
      if (file === undefined) return null;
      this.addWatchFile(file);
      return { code: guideModule(file, index !== undefined), map: null };
    },
  };
}
