import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = path.join(import.meta.dirname, 'dist/web');

/** Smaller files gain nothing: they fit one packet. */
const WORTH_COMPRESSING = 1400;

const packers: [suffix: string, pack: (content: Buffer) => Promise<Buffer>][] = [
  ['.gz', (content) => promisify(gzip)(content, { level: 9 })],
  [
    '.br',
    (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  ],
];

/**
 * Writes .gz and .br beside the hashed assets, so that the server never compresses while a person waits.
 * The start page is left alone, because the server may write into it.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const folder = path.join(outDir, 'assets');
      const files = (await readdir(folder)).filter((file) => /\.(?:js|css|svg)$/.test(file));
      for (const file of files) {
        const content = await readFile(path.join(folder, file));
        if (content.length < WORTH_COMPRESSING) continue;
        for (const [suffix, pack] of packers)
          await writeFile(path.join(folder, file + suffix), await pack(content));
      }
    },
  };
}

export default defineConfig({
  root: path.join(import.meta.dirname, 'src/web'),
  plugins: [react(), precompress()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // An inline polyfill would break the rule that scripts come from files only.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file each that browsers keep across releases; the rest is split where screens are lazy.
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/](?:react-router|router-core|history)/ },
          ],
        },
      },
    },
  },
});
