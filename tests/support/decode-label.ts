import { encodeLabel } from '#server/modules/factory/clouds/gcp-labels.ts';

const KEPT = /^[a-z0-9-]$/;
const LONG: ReadonlyMap<string, string> = new Map(
  Array.from('@./ :+,&()_', (one) => [encodeLabel(one), one]),
);

/** The text of a label; null for a key, whose text is kept elsewhere, and for what the portal never wrote. */
export function decodeLabel(label: string): string | null {
  let text = '';
  for (const part of label.match(/_-[0-9a-f]+-|_[a-z0-9_]|[a-z0-9-]|./gsu) ?? []) {
    const one = decodeOne(part);
    if (one === null) return null;
    text += one;
  }
  return text;
}

function decodeOne(part: string): string | null {
  if (part.startsWith('_-')) {
    const code = Number.parseInt(part.slice(2), 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : null;
  }
  const letter = /^_([a-z])$/.exec(part)?.[1];
  if (letter !== undefined) return letter.toUpperCase();
  return LONG.get(part) ?? (KEPT.test(part) ? part : null);
}
