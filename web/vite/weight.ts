import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const KB = 1024;

/**
 * Fails the build of a page whose files are larger than `maxKb` over the wire, all together and compressed with gzip, which
 * every browser takes: the page, its scripts and styles, and the icon, which is shared with the portal.
 */
export function weight(name: string, maxKb: number, shared: readonly string[]): Plugin {
  return {
    name: 'nimule-weight',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const own = Object.values(bundle).map((item) =>
        item.type === 'chunk' ? item.code : item.source,
      );
      const files = [...own, ...shared.map((file) => readFileSync(file))];
      const bytes = files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
      const line = `${name}: ${(bytes / KB).toFixed(1)} KB in ${files.length} files (gzip)`;
      this.info(line);
      if (bytes > maxKb * KB) this.error(`over the size budget of ${maxKb} KB: ${line}`);
    },
  };
}
