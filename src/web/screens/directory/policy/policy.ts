/** A policy as people read it: two spaces for each depth; as it was written where it is no JSON. */
export function formattedPolicy(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The same with the members of objects by name, so that policies that say the same read the same. */
export function orderedPolicy(text: string): string {
  try {
    return JSON.stringify(ordered(JSON.parse(text)), null, 2);
  } catch {
    return text;
  }
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
}

/** A line of two texts side by side; null where one of them has no such line. */
export interface LinePair {
  a: string | null;
  b: string | null;
}

/** Two texts line by line, those that are the same beside each other: the fewest lines are left alone. */
export function linePairs(a: string, b: string): LinePair[] {
  const [left, right] = [a.split('\n'), b.split('\n')];
  const first = left.findIndex((line, at) => line !== right[at]);
  const begin = first < 0 ? left.length : first;
  let end = 0;
  while (
    end < Math.min(left.length, right.length) - begin &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  )
    end += 1;
  const both = (line: string): LinePair => ({ a: line, b: line });
  return [
    ...left.slice(0, begin).map(both),
    ...between(left.slice(begin, left.length - end), right.slice(begin, right.length - end)),
    ...left.slice(left.length - end).map(both),
  ];
}

/** The pairs of what is not the same at the beginning or the end, by the longest common subsequence. */
function between(left: readonly string[], right: readonly string[]): LinePair[] {
  const width = right.length + 1;
  // How many lines are the same from a place in both on.
  const same = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      same[i * width + j] =
        left[i] === right[j]
          ? (same[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(same[(i + 1) * width + j] ?? 0, same[i * width + j + 1] ?? 0);
  const pairs: LinePair[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i], right[j]];
    if (a !== undefined && a === b) {
      pairs.push({ a, b });
      i += 1;
      j += 1;
    } else if (b === undefined || (a !== undefined && takesLeft(same, width, i, j))) {
      pairs.push({ a: a ?? null, b: null });
      i += 1;
    } else {
      pairs.push({ a: null, b });
      j += 1;
    }
  }
  return joined(pairs);
}

const takesLeft = (same: Uint16Array, width: number, i: number, j: number): boolean =>
  (same[(i + 1) * width + j] ?? 0) >= (same[i * width + j + 1] ?? 0);

/** Lines that either side lacks are put beside each other, so that a changed line is one row. */
function joined(pairs: readonly LinePair[]): LinePair[] {
  const rows: LinePair[] = [];
  let waiting: { a: string[]; b: string[] } = { a: [], b: [] };
  const put = () => {
    const { a, b } = waiting;
    for (let at = 0; at < Math.max(a.length, b.length); at += 1)
      rows.push({ a: a[at] ?? null, b: b[at] ?? null });
    waiting = { a: [], b: [] };
  };
  for (const pair of pairs) {
    if (pair.a !== null && pair.b !== null) {
      put();
      rows.push(pair);
    } else if (pair.a !== null) waiting.a.push(pair.a);
    else if (pair.b !== null) waiting.b.push(pair.b);
  }
  put();
  return rows;
}
