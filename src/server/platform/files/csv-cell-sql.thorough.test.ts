import { expect, it } from 'vitest';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { withDatabase } from '#tests/support/database.ts';
import { harmlessCell } from './csv-cell-sql.ts';

const database = withDatabase();
/** The results of the statement for these texts. */
async function made(texts: readonly string[]): Promise<string[]> {
  const { rows } = await database.db.query<{ cell: string }>({
    text: `SELECT ${harmlessCell('given')} AS cell FROM unnest($1::text[]) WITH ORDINALITY AS t(given, at) ORDER BY at`,
    values: [texts],
  });
  return rows.map(({ cell }) => cell);
}

/** Of Unicode, and how many characters each of them has. */
const [PLANES, PLANE] = [17, 0x10000];
const isStorable = (code: number) => code !== 0 && (code < 0xd800 || code > 0xdfff);

it('guards each character that there is as the cells of other exports do', async () => {
  for (let plane = 0; plane < PLANES; plane += 1) {
    const texts = Array.from({ length: PLANE }, (_, at) => plane * PLANE + at)
      .filter(isStorable)
      .map((code) => `${String.fromCodePoint(code)}1+1`);
    const cells = await made(texts);
    expect(texts.filter((text, at) => cells[at] !== neutraliseCell(text))).toEqual([]);
  }
});

it.each(['-12', '+4.5', '-1,000.25', '1.23E+10', '-1e5', '-1e', '--1', "'=1", "''@x", "O'Brien", "'", ''])(
  'makes of %j what the cells of other exports do',
  async (text) => {
    expect(await made([text])).toEqual([neutraliseCell(text)]);
  },
);
