import { createHash } from 'node:crypto';

const LONGEST = 30;
const SHORTEST = 6;
const SUFFIX = 5;
/** How many ids are tried until all count as taken. */
const CANDIDATES = 4;
/** Google takes no id with one of these in it. */
const RESTRICTED = /google|ssl|undefined|null/g;

/**
 * The ids that a project may get, the first of them first: the name as Google takes it, and the same with suffixes, for
 * names that somebody else in the world has. The same name and seed have the same ids.
 * @param name 4 to 30 letters, digits and hyphens, a letter first
 * @param seed what the project is made for
 */
export function projectIds(name: string, seed: string): string[] {
  const plain = legal(name.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-'));
  const suffixed = Array.from({ length: CANDIDATES - 1 }, (_, index) => {
    const begin = plain.slice(0, LONGEST - SUFFIX - 1).replace(/-+$/, '');
    return `${begin}-${suffix(`${seed} ${index}`)}`;
  });
  return plain.length < SHORTEST ? suffixed : [plain, ...suffixed];
}

/** Splits the words that Google wants in no id. */
function legal(name: string): string {
  const split = name.replaceAll(RESTRICTED, (word) => {
    const half = Math.ceil(word.length / 2);
    return `${word.slice(0, half)}-${word.slice(half)}`;
  });
  return split.slice(0, LONGEST).replace(/-+$/, '');
}

/** Digits and the letters of hex make none of the words that Google refuses. */
const suffix = (seed: string) => createHash('sha256').update(seed).digest('hex').slice(0, SUFFIX);
