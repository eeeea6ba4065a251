import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { blueprintStyles } from './vite/blueprint-styles.ts';
import { budgets } from './vite/budgets.ts';
import { firstLoads } from './vite/first-loads.ts';
import { firstScreenGroups } from './vite/first-screen.ts';
import { firstView } from './vite/first-view.ts';
import { guides } from './vite/guides/guides.ts';
import { operationTable } from './vite/operation-table.ts';
import { precompress } from './vite/precompress.ts';
import { modules } from './vite/prerender.ts';
import { resizeSensor } from './vite/resize-sensor.ts';
import { routeSummaries } from './vite/route-summaries.ts';
import { refuseServerFiles } from './vite/server-files.ts';
import { staticIcons } from './vite/static-icons.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    guides(),
    staticIcons(),
    blueprintStyles(),
    resizeSensor(),
    operationTable(),
    routeSummaries(),
    refuseServerFiles(),
    budgets(),
    firstView(),
    firstLoads(),
    precompress(),
  ],
  css: { modules },
  resolve: { conditions: ['nimule-source', ...defaultClientConditions] },
  server: {
    port: 5173,
    // Where `npm run dev` starts the API.
    proxy: {
      '/api': { target: `http://localhost:${process.env.PORT ?? 3000}`, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    // The WiFi page is written to it at the same time (scripts/build.mjs, which empties it before).
    emptyOutDir: false,
    target: 'es2022',
    // The content security policy allows inline data only for images; hashed files are cached permanently.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: firstScreenGroups(), includeDependenciesRecursively: false },
      },
    },
  },
});
