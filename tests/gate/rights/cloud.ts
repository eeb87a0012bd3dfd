import { globSync, readFileSync } from 'node:fs';
import { projectRoot } from '#server/platform/config/config.ts';

/** The rights at one cloud: what the calls of the portal need, what the guide for operators names, and what the kit grants. */
export interface RightsOfCloud {
  cloud: string;
  /** The chapter of the guide, and the files of the kit. */
  told: string;
  kit: string;
  /** @param guide the text of docs/operating.md */
  documented: (guide: string) => string[];
  /** Derived from the source of the portal. @throws where a call has no known right */
  needed: () => string[];
  /** Those that the files in deploy/ give. */
  granted: () => string[];
}

/** The text of a chapter of the guide. @throws where there is none */
export function chapter(guide: string, title: string): string {
  const [, text] = guide.split(`\n## ${title}\n`);
  if (text === undefined) throw new Error(`The guide has no chapter '${title}'.`);
  return text.split('\n## ', 1)[0] ?? '';
}

/** A file of the project, by its path in it. */
export const fileOf = (path: string): string => readFileSync(`${projectRoot}/${path}`, 'utf8');

/** The files of the server that are no simulators and no tests, as one text. */
export const sourceOf = (glob: string): string =>
  globSync(glob, { cwd: projectRoot })
    .filter((file) => !/\/simulators\/|\.test\.ts$/.test(file))
    .map(fileOf)
    .join('\n');

/** The first group of every match, once each. */
export const allOf = (text: string, pattern: RegExp): string[] => [
  ...new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found)),
];
