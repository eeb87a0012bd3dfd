/**
 * Runs dependency-cruiser over src, simulators, tests, bench and scripts. Beyond its rules it counts: a cruise that resolved
 * fewer modules than there are source files, or none, saw nothing and would pass for that reason.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folders = ['src', 'simulators', 'tests', 'bench', 'scripts'].filter(
  (folder) => globSync(`${folder}/*`).length > 0,
);
const cruiser = fileURLToPath(
  new URL('../../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', import.meta.url),
);
const args = [cruiser, ...folders, '-c', '.dependency-cruiser.mjs', '-T', 'json'];
const run = spawnSync(process.execPath, args, {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
if (!run.stdout.startsWith('{')) {
  console.error(run.stderr || run.stdout || String(run.error));
  process.exit(1);
}

const { modules, summary } = JSON.parse(run.stdout);
for (const { rule, from, to, cycle } of summary.violations) {
  const comment = summary.ruleSetUsed.forbidden.find(({ name }) => name === rule.name)?.comment ?? '';
  const path = cycle ? [from, ...cycle.map(({ name }) => name)].join(' → ') : `${from} → ${to}`;
  console.error(`${rule.name}: ${path}\n  ${comment}`);
}

const cruised = new Set(modules.map(({ source }) => source));
const unseen = globSync('{src,simulators,tests,bench,scripts}/**/*.{ts,tsx,mjs}').filter(
  (file) => !cruised.has(file),
);
for (const file of unseen) console.error(`${file}: not cruised, so no rule was applied to it`);
console.log(
  `${modules.length} modules, ${summary.totalDependenciesCruised} imports, ${summary.error} violations`,
);
process.exitCode = cruised.size === 0 || unseen.length > 0 || summary.violations.length > 0 ? 1 : 0;
