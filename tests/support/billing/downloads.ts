import { createSession } from '#server/modules/access/sessions.ts';
import { testPerson, type TestPortal } from '#tests/support/portal.ts';
import { type ReadSheet, sheetsOf } from './pre-ap.ts';

/** A file as a browser saves it. */
export interface Download {
  status: number;
  /** What it is called. */
  file: string;
  bytes: Uint8Array;
  text: string;
}

/** Downloads what is below /api; a refusal has its body as text. */
export async function downloadOf(portal: Pick<TestPortal, 'url' | 'db'>, path: string): Promise<Download> {
  const session = await createSession(portal.db, { ...testPerson, roles: [] });
  const answer = await fetch(`${portal.url}/api${path}`, { headers: { ...session } });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const file = /filename="?([^";]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return {
    status: answer.status,
    file,
    bytes,
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  };
}

/** A workbook below /api, with its sheets by their names. */
export async function workbookOf(
  portal: Pick<TestPortal, 'url' | 'db'>,
  path: string,
): Promise<{ file: string; sheets: Map<string, ReadSheet> }> {
  const { status, file, bytes, text } = await downloadOf(portal, path);
  if (status !== 200) throw new Error(`No workbook: ${status} ${text}`);
  return { file, sheets: await sheetsOf(bytes) };
}
