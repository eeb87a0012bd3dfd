/**
 * Two rules that no linter here has: a file stays short enough to be read in one go, and no comment switches
 * a check off. Run in a project folder; ends with 1 and one line per fault.
 */
import { globSync, readFileSync } from 'node:fs';

const longest = 400;
const files = globSync('{src,tests,bench,scripts}/**/*.{ts,tsx,mjs,css}').toSorted();
const off = /(?:ox|es)lint-disable|@ts-(?:ignore|nocheck|(expect-error))/;
// Type tests say what must not compile, and an expected error is how TypeScript says it.
const maySayWhatMustNotCompile = /(?:^|[/.])types[.]test[.]ts$/;

const faults = files.flatMap((file) => {
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

for (const fault of faults) console.error(fault);
console.log(`${files.length} files, ${faults.length} faults`);
process.exitCode = files.length === 0 || faults.length > 0 ? 1 : 0;
