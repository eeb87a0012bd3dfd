import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { rooms } from '../../scripts/gate/rooms.mjs';

const read = (name: string) => readFileSync(`${projectRoot}/${name}`, 'utf8');
const page = read('docs/architecture.md');
/** What is particular to a subject is described beside its code. */
const pages = [page, read('docs/tables.md'), ...globSync('src/**/README.md', { cwd: projectRoot }).map(read)];

/** Where a path of the page may begin. */
const BEGINNINGS = ['', 'src', 'src/server', 'src/web', 'src/server/modules', 'src/server/platform'];

/** All text in code on the pages that looks like a file or a folder of the project, not like a route or a command. */
const paths = new Set(
  [...pages.join('\n').matchAll(/`([\w@.<>*{},-]+(?:\/[\w@.<>*{},-]*)*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /\.(ts|tsx|mjs|js|md)$/.test(path) || (path.includes('/') && !path.startsWith('/'))),
);

test.each([...paths])('%s, which the architecture names, is there', (path) => {
  const pattern = path.replaceAll(/<\w+>/g, '*').replace(/\/$/, '');
  const isName = !pattern.includes('/');
  const places = isName
    ? [`**/${pattern}`]
    : BEGINNINGS.map((start) => (start ? `${start}/${pattern}` : pattern));
  const found = places.some((place) =>
    globSync(isName ? [`{src,simulators,scripts}/${place}`, pattern] : place, { cwd: projectRoot }).some(
      Boolean,
    ),
  );
  // A folder of a subject that has just been named may be told by its last part.
  const below = found || globSync(`src/**/${pattern}`, { cwd: projectRoot }).some(Boolean);
  expect(below, `${path} is nowhere: mend the page that names it.`).toBe(true);
});

test('the architecture names every room of the source tree', () => {
  const named = (room: string) => new RegExp(`\\b${room.split('/').at(-1)}\\b`).test(page);
  expect(
    Object.keys(rooms).filter((room) => !named(room)),
    'Name them in the drawing or below it in docs/architecture.md.',
  ).toEqual([]);
});

test('the architecture tells every subject of the server and every feature of the web', () => {
  const folders = ['src/server/modules', 'src/web/features'].flatMap((parent) =>
    readdirSync(`${projectRoot}/${parent}`).map((name) => ({ parent, name })),
  );
  const missing = folders.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(page));
  expect(
    missing.map(({ parent, name }) => `${parent}/${name}`),
    'Name them in the table of subjects in docs/architecture.md.',
  ).toEqual([]);
});
