/** The separators of cells in text files, the likeliest first. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Excel's own first line that names the delimiter; it is data to nobody. */
const DELIMITER_LINE = /^sep=([!-/:-@[-`{-~\t ])[ \t,;]*(?:\r\n?|\n)/i;

/** So many lines are looked at. */
const MOST_LINES = 20;

/** The delimiter that the first line of a text names, and the length of that line; null where it is an ordinary one. */
export function declaredDelimiter(text: string): { delimiter: string; length: number } | null {
  const found = DELIMITER_LINE.exec(text.replace(/^\uFEFF/, ''));
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  return found?.[1] === undefined ? null : { delimiter: found[1], length: found[0].length + mark };
}

/**
 * The separator of the cells of a text: the one that the first line has that is no title, which is to say that the line below has it
 * too; of several the one that it has most often outside quotes.
 */
export function detectDelimiter(text: string): string {
  const lines = firstLines(text);
  for (const [at, counts] of lines.entries()) {
    const below = lines[at + 1];
    const found = DELIMITERS.filter((sign) => counts.has(sign) && (!below || below.has(sign)));
    if (found.length > 0) return most(found, counts);
  }
  return most(DELIMITERS, lines[0] ?? new Map());
}

const most = (signs: readonly string[], counts: ReadonlyMap<string, number>): string =>
  signs.reduce((best, sign) => ((counts.get(sign) ?? 0) > (counts.get(best) ?? 0) ? sign : best));

/** How often each of the first lines that are not empty has which delimiter outside quotes. */
function firstLines(text: string): Map<string, number>[] {
  const lines: Map<string, number>[] = [];
  let counts = new Map<string, number>();
  let [quoted, isEmpty] = [false, true];
  for (const sign of text) {
    if (!quoted && (sign === '\n' || sign === '\r')) {
      if (!isEmpty) lines.push(counts);
      if (lines.length >= MOST_LINES) return lines;
      counts = new Map<string, number>();
      isEmpty = true;
      continue;
    }
    if (sign === '"') quoted = !quoted;
    else if (!quoted && DELIMITERS.some((one) => one === sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    if (sign.trim() !== '') isEmpty = false;
  }
  if (!isEmpty) lines.push(counts);
  return lines;
}
