import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the built web is made of; a change in any of it builds anew. */
const SOURCES = [
  'src/web',
  'src/kernel',
  'src/resources',
  'src/calls',
  'scripts/web-build',
  'vite.config.ts',
  'package-lock.json',
];

/** Builds the web into dist/web when its sources changed; the stamp beside it says what it was built from. */
export function buildWeb({ root, node, run }) {
  if (!existsSync(path.join(root, 'src/web/index.html'))) return;
  const stampFile = path.join(root, 'dist/web.stamp');
  const stamp = fingerprint(root);
  const built = existsSync(path.join(root, 'dist/web/index.html'));
  if (built && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  console.log('Building the web, which takes a few seconds …');
  // Gone while the build runs: one that is interrupted is not taken for complete.
  rmSync(stampFile, { force: true });
  // Warnings are for who changes the web: `vite build` tells them.
  run(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], {
    failure: 'The web could not be built; the lines above say why.',
  });
  writeFileSync(stampFile, stamp);
}

/** Of names, sizes and times: reading them takes milliseconds. */
function fingerprint(root) {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesBelow(path.join(root, source))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${path.relative(root, file)}\n${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function filesBelow(entry) {
  if (!existsSync(entry)) return [];
  if (!statSync(entry).isDirectory()) return [entry];
  return readdirSync(entry)
    .toSorted()
    .flatMap((name) => filesBelow(path.join(entry, name)));
}
