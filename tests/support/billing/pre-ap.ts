import { readXlsx, writeXlsx, type Cell, type CellValue, type WriteSheet } from 'hucre';
import { createSession } from '#server/modules/access/sessions.ts';
import { testPerson, type TestPortal } from '#tests/support/portal.ts';

/** A sheet as somebody reads it: its rows by their headers, and what is behind a cell. */
export interface ReadSheet {
  rows: Record<string, unknown>[];
  /** A cell by the row of the sheet, whose header is row 1, and its header. */
  cell: (row: number, header: string) => Partial<Cell>;
}

/** Downloads the workbook of a run. */
export async function downloadPreAp(
  portal: Pick<TestPortal, 'url' | 'db'>,
  run: number,
): Promise<Uint8Array> {
  const session = await createSession(portal.db, { ...testPerson, roles: [] });
  const answer = await fetch(`${portal.url}/api/billing_runs/${run}/pre_ap.xlsx`, {
    headers: { ...session },
  });
  if (answer.status !== 200) throw new Error(`No workbook: ${answer.status} ${await answer.text()}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The sheets of a workbook by their names, as another library reads them. */
export async function sheetsOf(workbook: Uint8Array): Promise<Map<string, ReadSheet>> {
  const { sheets } = await readXlsx(workbook, { readStyles: true });
  return new Map(
    sheets.map(({ name, rows, cells }) => {
      const [headers = [], ...others] = rows;
      return [
        name,
        {
          rows: others.map((row) =>
            Object.fromEntries(headers.map((header, at) => [String(header), row[at] ?? null])),
          ),
          cell: (row, header) => cells?.get(`${row - 1},${headers.indexOf(header)}`) ?? {},
        },
      ];
    }),
  );
}

/** What somebody changes on the sheet of postings; a row is as long as its headers. */
type Edit = (rows: CellValue[][], column: (header: string) => number) => CellValue[][];

/** The workbook as somebody hands it in who has changed its postings; formulas that are added stand by row and header. */
export async function reviewed(
  workbook: Uint8Array,
  edit: Edit = (rows) => rows,
  formulas: readonly { row: number; header: string; formula: string }[] = [],
): Promise<string> {
  const { sheets } = await readXlsx(workbook);
  const written = sheets.map(({ name, rows }): WriteSheet => {
    if (name !== 'Pre-AP') return { name, rows };
    const [headers = [], ...others] = rows;
    const column = (header: string) => headers.indexOf(header);
    const cells = formulas.map(
      ({ row, header, formula }) =>
        [`${row - 1},${column(header)}`, { formula, type: 'formula' as const }] as const,
    );
    return { name, rows: [headers, ...edit(others, column)], cells: new Map(cells) };
  });
  return Buffer.from(await writeXlsx({ sheets: written })).toString('base64');
}
