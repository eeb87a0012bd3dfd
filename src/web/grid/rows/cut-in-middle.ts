/** Pixels that a letter takes, about. */
const LETTER = 7.4;
/** Shorter texts have no beginning that would be worth having. */
const SHORTEST = 8;
/** The part of a cell that the end may take. */
const SHARE = 0.55;

/**
 * Whether a text that is too long is cut in its middle. Groups, accounts, projects and ARNs begin alike and differ at their
 * ends; sentences are read from their beginning, and addresses of mail end alike.
 * @param names the text names its row
 */
export const endsMatter = (text: string, names: boolean): boolean =>
  text.length >= SHORTEST && !text.includes('@') && (names || !/\s/.test(text));

/** The end of a text that stays in sight, of at most so many letters: from where one of its parts begins, if there is one. */
export function endOf(text: string, most: number): string {
  const end = text.slice(-Math.max(most, 1));
  const part = /[-_/.:\s](?=.{3})/.exec(end);
  return part ? end.slice(part.index) : end;
}

/** Less than half a line: a link is a little higher than its line, and not cut. */
const HALF_LINE = 10;

/** Whether letters of the text are out of sight, at the end of its line or below its last one. */
const cutsOff = (box: Element): boolean =>
  box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + HALF_LINE;

/** Whether a text is cut off: by its own element, or by the link in it. */
export const isCutOff = (text: Element): boolean =>
  [text, ...text.querySelectorAll('a, [data-tone]')].some(cutsOff);

let watch: ResizeObserver | undefined;

/** All is read before anything is written: the table is laid out once. */
function mark(entries: readonly ResizeObserverEntry[]): void {
  const ends = entries.map(({ target, contentRect }) => {
    const most = Math.floor((contentRect.width * SHARE) / LETTER);
    return { target, end: isCutOff(target) ? endOf(target.textContent, most) : null };
  });
  for (const { target, end } of ends) {
    if (end === null) target.removeAttribute('data-end');
    else target.setAttribute('data-end', end);
  }
}

/**
 * Ref of a text: while it is too long for its cell, its end is painted over the place where it would be cut off. It stays the one
 * text that it is for whoever hears, finds, or copies it.
 */
export function cutInMiddle(element: HTMLElement): () => void {
  const observer = (watch ??= new ResizeObserver(mark));
  observer.observe(element);
  return () => observer.unobserve(element);
}
