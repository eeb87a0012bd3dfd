import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

const root = path.join(import.meta.dirname, '../../..');
const here = (name: string) => path.join(import.meta.dirname, name);

/** Files of the web in whose place others stand, which build on them. */
const REPLACED = new Map([
  [path.join(root, 'src/resources/registry.ts'), here('surveys.ts')],
  [path.join(root, 'src/web/app/screens.ts'), here('screens.tsx')],
]);

const planted: Plugin = {
  name: 'planted',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    const instead = found && REPLACED.get(found.id);
    return instead && importer !== instead ? instead : found;
  },
};

/** Builds the web with the planted model; answers the folder of it. */
export async function buildPlantedWeb(): Promise<string> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'skyledger-planted-web-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: path.join(root, 'src/web'),
    plugins: [planted, react()],
    build: { outDir, emptyOutDir: true, target: 'es2023', minify: false, modulePreload: { polyfill: false } },
  });
  return outDir;
}
