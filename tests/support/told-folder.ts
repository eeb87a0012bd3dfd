import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#server/platform/config/config.ts';

/** What docs/operating.md says stands in DATA_DIR, and what becomes of it: the lines of its table, by name. */
export function toldFolder(): Map<string, string> {
  const page = readFileSync(path.join(projectRoot, 'docs/operating.md'), 'utf8');
  const lines = [...page.matchAll(/^\| `DATA_DIR\/([\w.]+)` +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)];
  return new Map(lines.map(([, name = '', , backup = '']) => [name, backup]));
}

/** The files and folders of a portal's DATA_DIR of which the guide says nothing. */
export const untoldIn = (dataDir: string): string[] => {
  const told = toldFolder();
  return readdirSync(dataDir).filter((name) => !told.has(name));
};
