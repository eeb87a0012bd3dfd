import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { componentStyles } from '../../scripts/web-build/component-styles.mjs';

const root = path.join(import.meta.dirname, '../..');

/** Files of `tests/support` that stand in the place of files of the web, and build on them. */
export interface PlantedFiles {
  /** In place of the registry of models. */
  registry: string;
  /** In place of the map of models whose screens differ. */
  screens?: string;
}

function planting({ registry, screens }: PlantedFiles): Plugin {
  const here = (name: string) => path.join(import.meta.dirname, name);
  const replaced = new Map([[path.join(root, 'src/resources/registry.ts'), here(registry)]]);
  if (screens) replaced.set(path.join(root, 'src/web/app/model-screens.ts'), here(screens));
  return {
    name: 'planted',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      const instead = found && replaced.get(found.id);
      return instead && importer !== instead ? instead : found;
    },
  };
}

/**
 * Builds the web with planted models; answers the folder of it.
 * @param outDir a new one by default
 */
export async function buildPlantedWeb(
  files: PlantedFiles,
  outDir = mkdtempSync(path.join(tmpdir(), 'skyledger-planted-web-')),
): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: path.join(root, 'src/web'),
    plugins: [planting(files), react(), componentStyles()],
    build: { outDir, emptyOutDir: true, target: 'es2023', minify: false, modulePreload: { polyfill: false } },
  });
  return outDir;
}
