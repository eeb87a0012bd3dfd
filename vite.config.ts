import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { namesFilesAhead } from './scripts/web-build/ahead.mjs';
import { componentStyles } from './scripts/web-build/component-styles.mjs';
import { chunkGroups } from './scripts/web-build/chunks.mjs';
import { precompress } from './scripts/web-build/precompress.mjs';

const outDir = path.join(import.meta.dirname, 'dist/web');

export default defineConfig({
  root: path.join(import.meta.dirname, 'src/web'),
  plugins: [react(), componentStyles(), namesFilesAhead(), precompress(outDir)],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // An inline polyfill would break the rule that scripts come from files only.
    modulePreload: { polyfill: false },
    // Charts, which come by themselves.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // What opens on a press is asked for on demand though another screen has it at once: the groups below keep them apart.
      checks: { ineffectiveDynamicImport: false },
      // A shape of answers that the web has the type of alone is left out; so is what only makes such shapes.
      treeshake: { manualPureFunctions: ['z'] },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
});
