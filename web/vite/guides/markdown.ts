import type { Block, IndexedSection, Inline, Section } from '../../app/help/guide.ts';

/**
 * Reads the part of Markdown that the guides use: headings, paragraphs, lists within lists, tables, code, images, links,
 * bold, emphasis. Other signs stay as text.
 */

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** Where a link of a guide leads; undefined for files that the portal does not have. */
export type Resolve = (href: string) => string | undefined;

// One alternative for each kind, so that no text is tried twice.
const INLINE =
  /`([^`]{1,200})`|\*\*([^*]{1,200})\*\*|\*([^*\s][^*]{0,200})\*|(!?)\[([^[\]]{0,200})\]\(([^()\s]{1,200})\)/;

export function inlinesOf(text: string, resolve: Resolve): Inline[] {
  const found: Inline[] = [];
  let rest = text;
  for (let match = INLINE.exec(rest); match; match = INLINE.exec(rest)) {
    const [all, code, strong, em, isImage, label = '', href = ''] = match;
    if (match.index > 0) found.push(rest.slice(0, match.index));
    rest = rest.slice(match.index + all.length);
    if (code !== undefined) found.push({ as: 'code', of: [code] });
    else if (strong !== undefined) found.push({ as: 'strong', of: inlinesOf(strong, resolve) });
    else if (em !== undefined) found.push({ as: 'em', of: inlinesOf(em, resolve) });
    else {
      const to = isImage ? undefined : resolve(href);
      const of = inlinesOf(label, resolve);
      if (to === undefined) found.push(...of);
      else found.push({ to, of });
    }
  }
  if (rest !== '') found.push(rest);
  return found;
}

export function textOf(inlines: readonly Inline[]): string {
  return inlines.map((one) => (typeof one === 'string' ? one : textOf(one.of))).join('');
}

const HEADING = /^(#{1,6}) (.+)$/;
const ITEM = /^( *)(-|\d+\.) (.*)$/;
const IMAGE = /^!\[([^\]]*)\]\(([^)\s]+)\)$/;
const FENCE = '```';
const indentOf = (line: string) => line.length - line.trimStart().length;

function cellsOf(line: string): string[] {
  const bare = line.trim().replace(/^\||\|$/g, '');
  return bare.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The lines of an item of a list without its indentation: its first, and those that are indented as its text. */
function itemAt(lines: readonly string[], at: number): { body: string[]; end: number } {
  const [, indent = '', mark = '', first = ''] = ITEM.exec(lines[at] ?? '') ?? [];
  const inner = indent.length + mark.length + 1;
  const body = [first];
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    if (line.trim() !== '' && indentOf(line) <= indent.length) break;
    if (line.trim() === '' && indentOf(lines[end + 1] ?? '') <= indent.length) break;
    body.push(line.slice(Math.min(inner, indentOf(line))));
  }
  return { body, end };
}

/** @throws for an image that does not exist, which `imageAt` says */
export function blocksOf(lines: readonly string[], resolve: Resolve): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const image = IMAGE.exec(line.trim());
    if (line.trim() === '' || line.startsWith('<!--')) at += 1;
    else if (line.trim().startsWith(FENCE)) {
      let end = at + 1;
      while (end < lines.length && !lines[end]?.trim().startsWith(FENCE)) end += 1;
      const indent = indentOf(line);
      const text = lines
        .slice(at + 1, end)
        .map((one) => one.slice(Math.min(indent, indentOf(one))));
      blocks.push({ is: 'code', text: text.join('\n') });
      at = end + 1;
    } else if (image) {
      blocks.push({ is: 'image', alt: image[1] ?? '', source: image[2] ?? '' });
      at += 1;
    } else if (line.startsWith('|')) {
      let end = at;
      while (lines[end]?.startsWith('|')) end += 1;
      const [head = [], , ...rows] = lines
        .slice(at, end)
        .map((row) => cellsOf(row).map((cell) => inlinesOf(cell, resolve)));
      blocks.push({ is: 'table', head, rows });
      at = end;
    } else if (ITEM.test(line)) {
      const isOrdered = /^ *\d/.test(line);
      const items: Block[][] = [];
      while (ITEM.test(lines[at] ?? '') && /^ *\d/.test(lines[at] ?? '') === isOrdered) {
        const { body, end } = itemAt(lines, at);
        items.push(blocksOf(body, resolve));
        at = end;
        // A blank line between items does not end the list.
        if (lines[at]?.trim() === '' && ITEM.test(lines[at + 1] ?? '')) at += 1;
      }
      blocks.push({ is: isOrdered ? 'ol' : 'ul', items });
    } else {
      let end = at + 1;
      const ends = (one: string) =>
        one.trim() === '' || ITEM.test(one) || one.startsWith('|') || one.trim().startsWith(FENCE);
      while (end < lines.length && !ends(lines[end] ?? '')) end += 1;
      const text = lines.slice(at, end).map((one) => one.trim());
      blocks.push({ is: 'p', of: inlinesOf(text.join(' '), resolve) });
      at = end;
    }
  }
  return blocks;
}

/** The sections of a guide; the first is its title with what stands before the second heading. */
export function sectionsOf(markdown: string, resolve: Resolve): Section[] {
  const sections: { heading: RegExpExecArray; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.trim().startsWith(FENCE)) isCode = !isCode;
    const heading = isCode ? null : HEADING.exec(line);
    if (heading) sections.push({ heading, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ heading, lines }) => {
    const title = textOf(inlinesOf(heading[2] ?? '', resolve));
    const blocks = blocksOf(lines, resolve);
    return { id: anchorOf(title), title, level: heading[1]?.length ?? 1, blocks };
  });
}

function emphasized(inlines: readonly Inline[]): string[] {
  return inlines.flatMap((one) => {
    if (typeof one === 'string') return [];
    return 'as' in one && one.as === 'em' ? [textOf(one.of)] : emphasized(one.of);
  });
}

function wordsIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.is === 'p') return emphasized(block.of);
    if (block.is === 'ul' || block.is === 'ol') return block.items.flatMap(wordsIn);
    if (block.is === 'table') return block.rows.flat().flatMap(emphasized);
    return [];
  });
}

/** The sections below the title, without their text: names of buttons and screens are emphasized in the guides. */
export function indexOf(sections: readonly Section[]): IndexedSection[] {
  return sections.slice(1).map(({ id, title, level, blocks }) => ({
    id,
    title,
    level,
    words: [...new Set(wordsIn(blocks))],
  }));
}
