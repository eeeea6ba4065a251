import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Block, Inline } from '../../app/help/guide.ts';
import { guideModule } from './guides.ts';
import { anchorOf, blocksOf, indexOf, inlinesOf, sectionsOf, textOf } from './markdown.ts';

const keep = (href: string) => href;

test('anchors are those of GitHub', () => {
  expect(anchorOf("Import a supplier's bill")).toBe('import-a-suppliers-bill');
  expect(anchorOf('Print or e-mail an invoice')).toBe('print-or-e-mail-an-invoice');
  expect(anchorOf('0. Have the files ready')).toBe('0-have-the-files-ready');
  expect(anchorOf('Move in from another system: opening balances')).toBe(
    'move-in-from-another-system-opening-balances',
  );
});

test('reads bold, emphasis, code and links, and keeps other signs as text', () => {
  expect(inlinesOf('Type **one** of *A*, `a*b*` or [x *y*](#z).', keep)).toEqual([
    'Type ',
    { as: 'strong', of: ['one'] },
    ' of ',
    { as: 'em', of: ['A'] },
    ', ',
    { as: 'code', of: ['a*b*'] },
    ' or ',
    { to: '#z', of: ['x ', { as: 'em', of: ['y'] }] },
    '.',
  ]);
  expect(inlinesOf('2 * 3 * 4 [ ] <b>', keep)).toEqual(['2 * 3 * 4 [ ] <b>']);
  expect(inlinesOf('see [it](../other.md)', () => undefined)).toEqual(['see ', 'it']);
});

test('reads lists within lists, code and images within items, and tables', () => {
  const markdown = [
    'A paragraph',
    'of two lines:',
    '1. First, which goes',
    '   on here.',
    '   - inner *one*',
    '   - inner two',
    '',
    '2. Second:',
    '   ```sh',
    '   isp  go',
    '   ```',
    '',
    '![A picture](a.png)',
    '',
    '| a | b |',
    '| --- | --- |',
    '| 1\\|2 | `x` |',
  ];
  expect(blocksOf(markdown, keep)).toEqual([
    { is: 'p', of: ['A paragraph of two lines:'] },
    {
      is: 'ol',
      items: [
        [
          { is: 'p', of: ['First, which goes on here.'] },
          {
            is: 'ul',
            items: [
              [{ is: 'p', of: ['inner ', { as: 'em', of: ['one'] }] }],
              [{ is: 'p', of: ['inner two'] }],
            ],
          },
        ],
        [
          { is: 'p', of: ['Second:'] },
          { is: 'code', text: 'isp  go' },
        ],
      ],
    },
    { is: 'image', alt: 'A picture', source: 'a.png' },
    { is: 'table', head: [['a'], ['b']], rows: [[['1|2'], [{ as: 'code', of: ['x'] }]]] },
  ]);
});

test('a heading within code is none', () => {
  const sections = sectionsOf('# T\nintro\n```\n# no\n```\n## Next *one*\ntext', keep);
  expect(sections.map(({ id, level }) => [id, level])).toEqual([
    ['t', 1],
    ['next-one', 2],
  ]);
  expect(indexOf(sections)).toEqual([{ id: 'next-one', title: 'Next one', level: 2, words: [] }]);
});

const folder = join(import.meta.dirname, '../../../docs/guide');
const files = readdirSync(folder).filter((name) => name.endsWith('.md'));

function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.is === 'p') return [withoutCode(block.of)];
    if (block.is === 'ul' || block.is === 'ol') return block.items.flatMap(textsOf);
    if (block.is === 'table') return [...block.head, ...block.rows.flat()].map(withoutCode);
    return [];
  });
}
const withoutCode = (inlines: readonly Inline[]): string =>
  textOf(inlines.filter((one) => typeof one === 'string' || !('as' in one) || one.as !== 'code'));

test.each(files)('%s has no sign of markdown that was not read', (name) => {
  const sections = sectionsOf(readFileSync(join(folder, name), 'utf8'), keep);
  expect(sections.length).toBeGreaterThan(8);
  const unread = sections
    .flatMap(({ blocks }) => textsOf(blocks))
    .filter((text) => /\*\*|\]\(|```|^\s*(?:#|\||- |\d+\. )/.test(text));
  expect(unread).toEqual([]);
});

test('a module has the images that exist, and links of the guides alone', () => {
  const code = guideModule(join(folder, 'clerk.md'), false);
  expect(code).toMatch(/^import image0 from ".*docs\/images\/guide\/search\.png\?url";/);
  expect(code).toContain('"source":image0');
  expect(code).toContain('"to":"administrator#a-user-forgot-their-password"');
  expect(code).not.toContain('permissions.md');
});
