/** The rights at one cloud: those that the guide for operators names, and those that the calls of the portal need. */
export interface RightsOfCloud {
  cloud: string;
  /** @param guide the text of docs/operating.md */
  documented: (guide: string) => string[];
  /** Derived from the source of the portal. @throws where a call has no known right */
  needed: () => string[];
}

/** The text of a chapter of the guide. @throws where there is none */
export function chapter(guide: string, title: string): string {
  const [, text] = guide.split(`\n## ${title}\n`);
  if (text === undefined) throw new Error(`The guide has no chapter '${title}'.`);
  return text.split('\n## ', 1)[0] ?? '';
}
