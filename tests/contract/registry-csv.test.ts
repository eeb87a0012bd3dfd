import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { restoreCell } from '#kernel/csv/csv-cells.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { csvHasCell, csvHeader, csvProperty } from '#kernel/csv/columns.ts';
import { withoutInvisible, withSingleSpaces } from '#kernel/fields/written-text.ts';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory, writableFields } from '#tests/support/factories.ts';
import { modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

/** What a spreadsheet would run, what would break a careless file, and what only looks dangerous. */
const dangerous = ['=HYPERLINK("x")', '+1+cmd', '-2+3', '@SUM(A1)', "'=1", '|x'];
const awkward = ['a, "quote"', 'two\nlines', 'semi;colon', "it's", 'Zoë 東京 😀'];

describe.each(modelsWith('csv', 'create', 'record'))('the CSV file of $name', ({ model, path }) => {
  const columns = model.csv?.export ?? [];
  const download = async (query = '') => {
    const answer = await portal.api.get(`${path}.csv${query}`);
    return { ...answer, lines: parse(answer.text, { bom: true }) };
  };
  const [text, field] =
    writableFields(model, 'create').find(
      ([name, { kind }]) => kind === 'text' && columns.map(csvProperty).includes(name),
    ) ?? [];
  const roomy = field?.kind === 'text' && field.format === undefined;

  it('has the declared columns, a name with a time stamp, and is UTF-8 that Excel knows', async () => {
    await factory.create(model);
    const answer = await download();
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const disposition = answer.headers.get('content-disposition') ?? '';
    const name = /^attachment; filename="([^"]+)"$/.exec(disposition)?.[1] ?? '';
    expect(name.startsWith(model.csv?.file ?? '?')).toBe(true);
    expect(name).toMatch(/\d{4}-\d\d-\d\dT[\d:.]+Z\.csv$/);
    expect(answer.text.startsWith('\ufeff')).toBe(true);
    expect(answer.lines[0]).toEqual(columns.map(csvHeader));
  });

  it('holds the rows of the list in its order, and every cell reads as the value again', async () => {
    if (text && roomy)
      for (const value of [...dangerous, ...awkward]) await factory.create(model, { [text]: value });
    const list = (await portal.api.get<Row[]>(path)).body.data;
    const [, ...lines] = (await download()).lines;
    const expected = list.map((row) =>
      columns.map((column) => {
        const property = registry.properties(model).get(csvProperty(column));
        const value = property && row[property.name];
        if (!property || value === null) return '';
        const cell = kindOf(property.field).formatCell(value, property.field);
        if (!csvHasCell(column, cell)) return '';
        // JSON writes UTC as +00:00, the file as Z.
        return property.field.kind === 'instant' ? cell.replace('+00:00', 'Z') : cell;
      }),
    );
    expect(lines.map((line) => line.map(restoreCell))).toEqual(expected);
  });

  it('has no cell that a spreadsheet would run', async () => {
    const { lines } = await download();
    for (const cell of lines.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r](?!\d+$)/);
    if (text && roomy) expect(lines.flat()).toContain(`'${dangerous[0]}`);
  });

  it('takes the filters, the search and the order of the list', async () => {
    const [first] = (await portal.api.get<Row[]>(path)).body.data;
    const query = `?by_id=${first?.id}`;
    expect((await download(query)).lines).toHaveLength(2);
    expect((await download('?q=there-is-no-such-word')).lines).toHaveLength(1);
    const [up, down] = [await download('?sort=id'), await download('?sort=-id')];
    expect(down.lines.slice(1)).toEqual(up.lines.slice(1).toReversed());
  });

  it.each(['page=1', 'per_page=5', 'unknown=1', 'sort=unknown'])('refuses the query %s', async (query) => {
    const { status, body } = await portal.api.get(`${path}.csv?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatch(/\.$/);
  });

  it('is closed to whoever is not signed in', async () => {
    expect((await fetch(`${portal.url}/api${path}.csv`)).status).toBe(401);
  });
});

describe('a CSV file of any text', () => {
  const departments = registry.get('departments');
  const anyText = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 40 })
    .filter((text) => !text.includes('\u0000') && text.trim() !== '');

  it('gives back what was stored, character for character', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 5 }), async (texts) => {
        const tag = `${factory.next()}`;
        const names = new Map<string, string>();
        for (const text of texts) {
          const name = `${text}${tag}/${names.size}`;
          const created = await factory.create(departments, { name });
          // What is unique is stored as it looks.
          const stored = withSingleSpaces(withoutInvisible(name).normalize('NFC').trim());
          expect(created['name']).toBe(stored);
          names.set(String(created.id), stored);
        }
        const file = await portal.api.get(`/departments.csv?sort=id&q=${tag}/`);
        const [, ...lines] = parse(file.text, { bom: true });
        const found = lines.map(([name]) => restoreCell(name ?? ''));
        for (const name of names.values()) expect(found).toContain(name);
      }),
      { numRuns: 30 },
    );
  });
});
