/** Reports how far npm's installation is, of which npm itself says nothing until it is over. */
import { existsSync } from 'node:fs';
import path from 'node:path';

const EVERY_MS = 5000;

/**
 * Says every few seconds how many of the wanted packages are there.
 * @param {object} parts
 * @param {string} parts.root the project folder
 * @param {Record<string, { optional?: boolean }>} parts.wanted package-lock.json's `packages`, by their folders
 * @param {(sentence: string) => void} parts.say
 * @param {number} [parts.everyMs]
 * @returns {() => void} ends it
 */
export function reportProgress({ root, wanted, say, everyMs = EVERY_MS }) {
  const began = Date.now();
  // What is optional may be for another machine.
  const folders = Object.entries(wanted).flatMap(([folder, { optional }]) =>
    folder === '' || optional ? [] : [folder],
  );
  const report = () => {
    const there = folders.filter((folder) => existsSync(path.join(root, folder, 'package.json'))).length;
    const seconds = Math.round((Date.now() - began) / 1000);
    const what = there < folders.length ? `${there} of ${folders.length} packages` : 'running their set-up';
    say(`  ${seconds} s: ${what}`);
  };
  const timer = setInterval(report, everyMs);
  return () => clearInterval(timer);
}
