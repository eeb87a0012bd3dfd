import { z } from 'zod';
import { BillProblem } from './bill-line.ts';

/** A part of a bill that a manifest names. */
export interface ExpectedPart {
  name: string;
  /** Rows below the header; null where the manifest does not say. */
  rows: number | null;
}

/** Bytes of a manifest, which names files and no costs. */
export const LARGEST_MANIFEST = 10_000_000;

const azure = z.object({
  blobs: z.array(z.object({ blobName: z.string().min(1), dataRowCount: z.number().int().optional() })),
});
const aws = z.object({ reportKeys: z.array(z.string().min(1)) });
const dataExports = z.object({ dataFiles: z.array(z.string().min(1)) });

/** Whether a file of this name lists the parts of an export: `manifest.json` of Azure, `…-Manifest.json` of AWS. */
export const isManifest = (name: string): boolean => /(?:^|[/\\_-])manifest\.json$/i.test(name);

/** A part's name without its folders, and without what tells that it is packed: people unpack parts before they send them. */
export const partName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? name).replace(/\.(?:gz|zip)$/i, '').toLowerCase();

/** The parts that a manifest names. @throws {BillProblem} for what is no manifest of a known kind */
export function readManifest(name: string, text: string): ExpectedPart[] {
  const content = parsed(text.replace(/^\uFEFF/, ''));
  const ofAzure = azure.safeParse(content);
  if (ofAzure.success)
    return ofAzure.data.blobs.map(({ blobName, dataRowCount }) => ({
      name: lastOf(blobName),
      rows: dataRowCount ?? null,
    }));
  const keys = aws.safeParse(content).data?.reportKeys ?? dataExports.safeParse(content).data?.dataFiles;
  if (keys) return keys.map((key) => ({ name: lastOf(key), rows: null }));
  throw new BillProblem(
    `'${name}': this manifest is not known. It has neither blobs (Azure) nor reportKeys or dataFiles (AWS).`,
  );
}

const lastOf = (path: string) => path.split('/').at(-1) || path;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
