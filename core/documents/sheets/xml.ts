// Why not a library, measured on a sheet of 1.3 million cells (49 MB): this reader takes 860 ms, saxes 6.0.0 takes
// 1,280 ms with namespaces, so that the largest sheet allowed (400 MB) would no longer fit in the 10 seconds that
// reading may take. saxes reads the same parts of our odd workbooks, but an XML of 200,000 nested elements kept it busy
// for more than 5 minutes, and our rules (namespaces wanted, extensions left out, depth) would still be needed.

import { damagedSheet } from './model.ts';

/** The namespaces in scope of an element, by prefix; '' is the default one. */
export type XmlNamespaces = ReadonlyMap<string, string>;

/**
 * Receives in order the elements of the wanted namespaces, by local name, and the text directly inside them. A root of
 * another namespace is reported as '{namespace}name' without its content.
 */
export interface XmlHandler {
  open(name: string, attributes: string, namespaces: XmlNamespaces): void;
  text(text: string): void;
  close(name: string): void;
}

/** The namespaces of spreadsheets (ECMA-376 part 1, transitional and strict), and of relationships (part 2). */
export const MAIN_NAMESPACES = [
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
] as const;
export const PACKAGE_RELATIONSHIPS = [
  'http://schemas.openxmlformats.org/package/2006/relationships',
] as const;
/** Of attributes such as r:id, and the prefix of relationship types. */
export const OFFICE_RELATIONSHIPS = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
] as const;
/** Alternatives for programs that support an extension, with a fallback for others (ECMA-376 part 3). */
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/** Longer than any cell or tag of a spreadsheet (32,767 characters, escaped). */
const MAX_TOKEN = 4 * 1024 * 1024;
const MAX_DEPTH = 256;
/** In scope at once; Excel declares a few dozen. */
const MAX_NAMESPACES = 256;

const TAB = 9;
const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const LESS = 60;
const GREATER = 62;
const BANG = 33;
const QUESTION = 63;

const LINE_END = /\r\n?/g;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Resolves the five entities of XML and character references; without a DOCTYPE there are no others. */
function decodeXmlText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&]*);?/g, (whole, entity: string) => {
    const named = NAMED[entity];
    if (named !== undefined && whole.endsWith(';')) return named;
    const code = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}));$/.exec(whole.slice(1));
    const point = code ? Number.parseInt(code[1] ?? code[2]!, code[1] ? 16 : 10) : Number.NaN;
    if (!(point <= 0x10ffff)) throw damagedSheet(`the entity ${whole.slice(0, 20)} is unknown`);
    return String.fromCodePoint(point);
  });
}

/** The value of an attribute in the text between a tag's name and its end. */
export function xmlAttribute(attributes: string, name: string): string | undefined {
  let at = 0;
  while (true) {
    const equals = attributes.indexOf('=', at);
    if (equals === -1) return undefined;
    let start = at;
    while (attributes.charCodeAt(start) <= SPACE) start += 1;
    let end = equals;
    while (attributes.charCodeAt(end - 1) <= SPACE) end -= 1;
    let open = equals + 1;
    while (attributes.charCodeAt(open) <= SPACE) open += 1;
    const quote = attributes.charCodeAt(open);
    const close = attributes.indexOf(quote === APOSTROPHE ? "'" : '"', open + 1);
    if ((quote !== QUOTE && quote !== APOSTROPHE) || close === -1) {
      throw damagedSheet('an attribute in the XML has no value');
    }
    if (end - start === name.length && attributes.startsWith(name, start)) {
      return decodeXmlText(attributes.slice(open + 1, close));
    }
    at = close + 1;
  }
}

/** The value of an attribute in one of the given namespaces, with any prefix: `r:id`, but not a plain `id`. */
export function xmlNamespacedAttribute(
  attributes: string,
  name: string,
  wanted: readonly string[],
  namespaces: XmlNamespaces,
): string | undefined {
  for (const [prefix, namespace] of namespaces) {
    if (prefix === '' || !wanted.includes(namespace)) continue;
    const value = xmlAttribute(attributes, `${prefix}:${name}`);
    if (value !== undefined) return value;
  }
  return undefined;
}

const DECLARATION = 'xmlns';
const NO_NAMESPACES: XmlNamespaces = new Map();

/** The namespaces of an element: inherited and declared ones. */
function namespacesOf(attributes: string, around: XmlNamespaces): XmlNamespaces {
  if (!attributes.includes(DECLARATION)) return around;
  const namespaces = new Map(around);
  let at = 0;
  while (true) {
    const equals = attributes.indexOf('=', at);
    if (equals === -1) return namespaces;
    const name = attributes.slice(at, equals).trim();
    const quote = attributes.slice(equals + 1).trimStart()[0];
    const open = quote === undefined ? -1 : attributes.indexOf(quote, equals + 1);
    const close = open === -1 ? -1 : attributes.indexOf(quote!, open + 1);
    if ((quote !== '"' && quote !== "'") || close === -1) {
      throw damagedSheet('an attribute in the XML has no value');
    }
    if (name === DECLARATION || name.startsWith(`${DECLARATION}:`)) {
      const uri = decodeXmlText(attributes.slice(open + 1, close));
      namespaces.set(name.slice(DECLARATION.length + 1), uri);
      if (namespaces.size > MAX_NAMESPACES) throw damagedSheet('the XML has too many namespaces');
    }
    at = close + 1;
  }
}

/** An open element. */
interface OpenElement {
  name: string;
  namespaces: XmlNamespaces;
  /** Its local name if it is reported to the handler. */
  reported: string | undefined;
  /** Whether its content is read. */
  entered: boolean;
}

/**
 * A streaming XML reader for spreadsheets. It refuses as damaged: a DOCTYPE (and with it every external or recursive
 * entity), mismatched tags, and a document that ends early.
 *
 * Only elements of the `wanted` namespaces are reported. Extensions are skipped with their content: elements of other
 * namespaces, `extLst`, and `mc:Choice`; an `mc:Fallback` is read. A document whose root has no namespace is read as if
 * it were in a wanted one.
 */
export function createXmlReader(
  handler: XmlHandler,
  wanted: readonly string[],
): {
  write(chunk: string): void;
  end(): void;
} {
  const path: OpenElement[] = [];
  let known = wanted;
  let rest = '';
  let sawRoot = false;

  function text(value: string): void {
    const inside = path.at(-1);
    if (inside) {
      if (inside.reported === undefined) return;
      const lines = value.includes('\r') ? value.replace(LINE_END, '\n') : value;
      handler.text(decodeXmlText(lines));
    } else if (/[^\s\uFEFF]/.test(value)) {
      throw damagedSheet('there is text outside the XML document');
    }
  }

  function closing(): void {
    const { reported } = path.pop()!;
    if (reported !== undefined) handler.close(reported);
  }

  /** Only the innermost tag can close, so its name is compared in place, without a copy. */
  function closingTag(source: string, at: number, end: number): void {
    const name = path.at(-1)?.name;
    if (name === undefined || !source.startsWith(name, at)) {
      throw damagedSheet('a tag in the XML is closed that is not open');
    }
    for (let space = at + name.length; space < end; space += 1) {
      if (source.charCodeAt(space) > SPACE) throw damagedSheet(`the XML leaves ${name} open`);
    }
    closing();
  }

  function opening(source: string, start: number, end: number): void {
    const empty = source.charCodeAt(end - 1) === SLASH;
    const last = empty ? end - 1 : end;
    let nameEnd = start;
    while (nameEnd < last && source.charCodeAt(nameEnd) > SPACE) nameEnd += 1;
    if (nameEnd === start) throw damagedSheet('a tag in the XML has no name');
    if (path.length === 0 && sawRoot) throw damagedSheet('the XML has two roots');
    if (path.length >= MAX_DEPTH) throw damagedSheet('the XML is nested too deeply');
    const element = elementOf(source.slice(start, nameEnd), source.slice(nameEnd, last));
    sawRoot = true;
    path.push(element);
    if (element.reported !== undefined) {
      handler.open(element.reported, source.slice(nameEnd, last), element.namespaces);
    }
    if (empty) closing();
  }

  function elementOf(name: string, attributes: string): OpenElement {
    const parent = path.at(-1);
    if (parent && !parent.entered) {
      return { name, namespaces: parent.namespaces, reported: undefined, entered: false };
    }
    const namespaces = namespacesOf(attributes, parent?.namespaces ?? NO_NAMESPACES);
    const colon = name.indexOf(':');
    const local = colon === -1 ? name : name.slice(colon + 1);
    const prefix = colon === -1 ? '' : name.slice(0, colon);
    const namespace = namespaces.get(prefix) ?? (prefix === '' ? '' : undefined);
    if (!sawRoot) {
      if (namespace === '') known = [''];
      const isKnown = namespace !== undefined && known.includes(namespace);
      const reported = isKnown ? local : `{${namespace ?? prefix}}${local}`;
      return { name, namespaces, reported, entered: isKnown };
    }
    if (namespace === COMPATIBILITY) {
      return { name, namespaces, reported: undefined, entered: local !== 'Choice' };
    }
    const entered = namespace !== undefined && known.includes(namespace) && local !== 'extLst';
    return { name, namespaces, reported: entered ? local : undefined, entered };
  }

  /** Parses the markup at `at` and returns its end, or -1 when it is incomplete. */
  function markup(source: string, at: number): number {
    const next = source.charCodeAt(at + 1);
    if (next === QUESTION) return after(source, '?>', at);
    if (next === BANG) {
      if (source.startsWith('<!--', at)) return after(source, '-->', at + 2);
      if (source.startsWith('<![CDATA[', at)) {
        const end = after(source, ']]>', at);
        if (end !== -1 && path.at(-1)?.reported !== undefined) {
          handler.text(source.slice(at + 9, end - 3));
        }
        return end;
      }
      if (source.length - at < 9) return -1;
      throw damagedSheet('the XML declares a document type');
    }
    const end = next === SLASH ? source.indexOf('>', at) : tagEnd(source, at + 1);
    if (end === -1) return -1;
    if (next === SLASH) closingTag(source, at + 2, end);
    else opening(source, at + 1, end);
    return end + 1;
  }

  return {
    write(chunk) {
      const source = rest + chunk;
      let at = 0;
      while (true) {
        const less = source.indexOf('<', at);
        if (less === -1) break;
        if (less > at) text(source.slice(at, less));
        const end = markup(source, less);
        at = end === -1 ? less : end;
        if (end === -1) break;
      }
      rest = source.slice(at);
      if (rest.length > MAX_TOKEN) throw damagedSheet('the XML has a tag or text without end');
    },
    end() {
      if (rest !== '') text(rest);
      if (path.length > 0 || !sawRoot) throw damagedSheet('the XML document ends early');
    },
  };
}

function after(source: string, end: string, from: number): number {
  const at = source.indexOf(end, from);
  return at === -1 ? -1 : at + end.length;
}

/** The index of a tag's '>': the first one outside quotes. */
function tagEnd(source: string, from: number): number {
  for (let at = from; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === GREATER) return at;
    if (code === QUOTE || code === APOSTROPHE) {
      at = source.indexOf(code === QUOTE ? '"' : "'", at + 1);
      if (at === -1) return -1;
    } else if (code === LESS || (code < SPACE && code < TAB)) {
      throw damagedSheet('a tag in the XML is broken');
    }
  }
  return -1;
}
