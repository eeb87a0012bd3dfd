/** Markup that would keep whoever reads it busy: what is refused while it is scanned, and the most that is not. */

export const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

/** What is said of each count is true of the markup alone; the answer around it has some forty elements. */
export const beyondLimits = {
  '60,000 elements side by side': '<a/>'.repeat(60_000),
  '30,000 comments': '<!---->'.repeat(30_000),
} as const;

const deepest = 19;
const longName = 'n'.repeat(256);
const longValue = 'v'.repeat(8192);

/** With the root of the answer 20 levels, and with its two namespaces 32 in scope, two more at each level. */
const deepNamespaces = times(deepest, (level) => (level < 15 ? `<a${declared(level)}>` : '<a>'));

function declared(level: number): string {
  return ` xmlns:b${level}="urn:b" xmlns:c${level}="urn:c"`;
}

/** As much of each kind as the limits let through behind the status of an answer, or nearly. */
export const withinLimits: Readonly<Record<string, string>> = {
  '1,400 elements side by side': '<a/>'.repeat(1400),
  'deep elements': `${'<a>'.repeat(deepest)}${'</a>'.repeat(deepest)}`.repeat(76),
  'deep elements with 32 namespaces in scope': `${deepNamespaces}${'</a>'.repeat(deepest)}`.repeat(76),
  'elements that use prefixes of 32 in scope': prefixed(),
  attributes: times(240, () => `<a${times(24, (at) => ` b${at}=""`)}/>`),
  namespaces: times(480, (at) => `<a${times(12, (n) => ` xmlns:b${n}="${at}"`)}/>`),
  identifiers: times(1400, (at) => `<a ID="b${at}"/>`),
  'elements with names of 256 characters': `<${longName}/>`.repeat(980),
  'attributes with names of 256 characters': times(
    40,
    () => `<a${times(24, (at) => ` ${longName.slice(2)}${10 + at}=""`)}/>`,
  ),
  'values of 8 kB': `<a b="${longValue}"/>`.repeat(31),
  'values of 8 kB of characters by their numbers': `<a b="${'&#65;'.repeat(1638)}"/>`.repeat(31),
  text: `<a>${'b'.repeat(240_000)}</a>`,
  'characters by their numbers': `<a>${'&#65;'.repeat(48_000)}</a>`,
};

function prefixed(): string {
  const outer = [12, 12, 6].map(
    (count, level) => `<a${times(count, (at) => ` xmlns:n${level}x${at}="urn:${level}:${at}"`)}>`,
  );
  const names = Array.from({ length: deepest - outer.length }, (_, at) => `n${at % 2}x${at % 12}:a`);
  const chain = `${names.map((name) => `<${name}>`).join('')}${names
    .map((name) => `</${name}>`)
    .toReversed()
    .join('')}`;
  return `${outer.join('')}${chain.repeat(89)}${'</a>'.repeat(outer.length)}`;
}

/** The values of a person in this many groups of a large directory. */
export const manyGroups = (count: number) =>
  Array.from({ length: count }, (_, at) => `CN=group-${at},OU=Groups of the cloud,DC=example,DC=com`);
