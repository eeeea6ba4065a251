import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './source-files.ts';

// Calls by which input becomes code, markup, a command or a weak secret. docs/security.md relies on their absence.

const repository = resolve(root, '..');

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['dist', 'node_modules', 'e2e', 'testing', 'test'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesUnder(path);
    return /\.(?:tsx?|mjs)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const withoutComments = (source: string) =>
  source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '');

const sources = ['core', 'api', 'cli', 'web']
  .flatMap((folder) => sourcesUnder(join(repository, folder)))
  .map((path) => ({
    file: relative(repository, path),
    source: withoutComments(readFileSync(path, 'utf8')),
  }));

interface Call {
  pattern: RegExp;
  examples: readonly string[];
  /** Files that may have it, with the reason. */
  allowed: Readonly<Record<string, string>>;
}

const calls: Readonly<Record<string, Call>> = {
  'text that becomes markup': {
    pattern:
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(|createContextualFragment/,
    examples: ['<p dangerouslySetInnerHTML={{ __html: text }} />', 'node.innerHTML = text;'],
    allowed: {},
  },
  'text that becomes code': {
    pattern: /\beval\(|new Function\(|\bvm\.|from 'node:vm'|setTimeout\(\s*['"`]/,
    examples: ['eval(text)', 'new Function(text)', "import vm from 'node:vm';"],
    allowed: {
      'core/kernel/encode.ts': 'encoders are made of the keys of our own schemas, which are quoted',
    },
  },
  'a command for a shell': {
    pattern:
      /\bexecSync\(|\bshell:\s*true|import\s*\{[^}]*\bexec\b[^}]*\}\s*from 'node:child_process'/,
    examples: ["import { exec } from 'node:child_process';", 'spawn(a, b, { shell: true })'],
    allowed: {},
  },
  'a broken hash or cipher': {
    pattern: /create(?:Hash|Hmac|Cipheriv)\(\s*['"](?:md5|sha1|des|rc4)|-ecb['"]/i,
    examples: ["createHash('md5')", "createHmac('sha1', key)", "'aes-128-ecb'"],
    allowed: {
      'core/access/codes/service.ts':
        'HMAC of a code, which FreeRADIUS computes by SHA-1 or MD5 alone',
      'core/ports/radius/packet.ts': 'RADIUS is signed so (RFC 2865, RFC 5176)',
      'core/ports/radius/status.ts': 'RADIUS is signed so (RFC 2865, RFC 5997)',
    },
  },
  'chance that can be predicted': {
    pattern: /Math\.random\(/,
    examples: [['const code = Math', 'random();'].join('.')],
    allowed: {
      'core/ports/sms/smpp-connection.ts': 'spreads the times of new connections; nothing secret',
    },
  },
  'a certificate that is not checked': {
    pattern: /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/,
    examples: ['{ rejectUnauthorized: false }'],
    allowed: {},
  },
};

test('the sources are found', () => {
  expect(sources.length).toBeGreaterThan(1_000);
});

test.each(Object.entries(calls))('%s is nowhere', (_name, { pattern, examples, allowed }) => {
  for (const example of examples) expect(example).toMatch(pattern);
  const files = sources.filter(({ source }) => pattern.test(source)).map(({ file }) => file);
  expect(files).toEqual(Object.keys(allowed));
});
