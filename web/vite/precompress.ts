import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;
/** Smaller files gain nothing. */
const MIN_BYTES = 860;

/**
 * Writes .br and .gz versions of all text files of the build, so that the server does not compress. Those of another build
 * that writes to the same folder are its own matter: they may be half written.
 */
export function precompress(): Plugin {
  let directory = '';
  let names: string[] = [];
  return {
    name: 'nimule-precompress',
    apply: 'build',
    configResolved({ root, build, publicDir }) {
      directory = resolve(root, build.outDir);
      names = publicDir ? readdirSync(publicDir, { recursive: true, encoding: 'utf8' }) : [];
    },
    writeBundle(_options, bundle) {
      names.push(...Object.keys(bundle));
    },
    closeBundle(error) {
      if (error) return;
      for (const name of names) {
        if (!COMPRESSIBLE.test(name)) continue;
        const path = join(directory, name);
        const bytes = readFileSync(path);
        if (bytes.length < MIN_BYTES) continue;
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          }),
        );
      }
    },
  };
}
