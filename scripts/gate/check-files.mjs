/**
 * Three rules that no linter here has: a file stays short enough to be read in one go, no comment switches a check off, and the
 * server asks one place what day it is. Run in a project folder; ends with 1 and one line per fault.
 */
import { globSync, readFileSync } from 'node:fs';

const longest = 400;
const files = globSync('{src,simulators,tests,bench,scripts}/**/*.{ts,tsx,mjs,css}').toSorted();
const off = /(?:ox|es)lint-disable|@ts-(?:ignore|nocheck|(expect-error))/;
// Type tests say what must not compile, and an expected error is how TypeScript says it.
const maySayWhatMustNotCompile = /(?:^|[/.])types[.]test[.]ts$/;

/** A today that is not that of who asks: see src/server/platform/database/today.ts. */
const ownToday =
  /\bcurrent_date\b|\bnow\(\)(?: AT TIME ZONE '[^']+'\))?::date\b|\bnew Date\(\)\.toISOString\(\)\.slice\(0, (?:7|10)\)/i;
const isTest = /[.]test[.]ts$/;
/** The migration that made `today()`. */
const lastBefore = 241;
const isServerCode = (file) => file.startsWith('src/server/') && !isTest.test(file);
const newMigrations = globSync('migrations/*.sql').filter(
  (file) => Number.parseInt(file.split('/').at(-1) ?? '', 10) > lastBefore,
);

const todays = [...files.filter(isServerCode), ...newMigrations].flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const match = ownToday.exec(line);
      return match ? [`${file}:${index + 1}: ${match[0]} is not the today of who asks; take today()`] : [];
    }),
);

const lengths = files.flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const found = lines.length > longest ? [`${file}: ${lines.length} lines, at most ${longest}`] : [];
  lines.forEach((line, index) => {
    const match = off.exec(line);
    if (!match || (match[1] && maySayWhatMustNotCompile.test(file))) return;
    found.push(`${file}:${index + 1}: ${match[0]} switches a check off`);
  });
  return found;
});

const faults = [...lengths, ...todays];
for (const fault of faults) console.error(fault);
console.log(`${files.length} files, ${faults.length} faults`);
process.exitCode = files.length === 0 || faults.length > 0 ? 1 : 0;
