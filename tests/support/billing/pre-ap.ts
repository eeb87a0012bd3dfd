import { readXlsx, type Cell } from 'hucre';
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
