import { join } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';
import { precompress } from './vite/precompress.ts';
import { prerender } from './vite/prerender.ts';
import { refuseServerFiles } from './vite/server-files.ts';
import { themeWithoutScripts } from './vite/theme-without-scripts.ts';
import { weight } from './vite/weight.ts';

/** The most that a visitor's WiFi page may weigh over the wire. */
const MAX_KB = 90;

const page = join(import.meta.dirname, 'wifi-payment.html');
const icon = join(import.meta.dirname, 'public/icon.svg');

/** The page of a visitor, beside the portal: its own small bundle in the same folder. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    prerender('/wifi/prerendered.tsx'),
    themeWithoutScripts(),
    refuseServerFiles(),
    weight('WiFi page', MAX_KB, [icon]),
    precompress(),
  ],
  resolve: { conditions: ['nimule-source', ...defaultClientConditions] },
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: { input: page },
  },
});
