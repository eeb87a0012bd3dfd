import { z } from 'zod';
import { BillProblem } from './bill-line.ts';
import type { ExpectedPart, Manifest } from './manifest.ts';

const azure = z.object({
  runInfo: z.object({ runId: z.string().min(1) }).optional(),
  blobs: z.array(z.object({ blobName: z.string().min(1), dataRowCount: z.number().int().optional() })),
});
const aws = z.object({ assemblyId: z.string().min(1).optional(), reportKeys: z.array(z.string().min(1)) });
const dataExports = z.object({
  executionId: z.string().min(1).optional(),
  dataFiles: z.array(z.string().min(1)),
});

/** Reads a manifest. @throws {BillProblem} for what is no manifest of a known kind */
export function readManifest(name: string, text: string): Manifest {
  const content = parsed(text.replace(/^\uFEFF/, ''));
  const ofAzure = azure.safeParse(content).data;
  if (ofAzure)
    return {
      id: ofAzure.runInfo?.runId ?? null,
      parts: ofAzure.blobs.map(({ blobName, dataRowCount }) => partOf(blobName, dataRowCount ?? null)),
    };
  const ofAws = aws.safeParse(content).data;
  if (ofAws) return { id: ofAws.assemblyId ?? null, parts: ofAws.reportKeys.map((key) => partOf(key)) };
  const exported = dataExports.safeParse(content).data;
  if (exported)
    return { id: exported.executionId ?? null, parts: exported.dataFiles.map((key) => partOf(key)) };
  throw new BillProblem(
    `'${name}': this manifest is not known. It has neither blobs (Azure) nor reportKeys or dataFiles (AWS).`,
  );
}

const partOf = (path: string, rows: number | null = null): ExpectedPart => ({
  name: lastOf(path),
  path,
  rows,
});

const lastOf = (path: string) => path.split('/').at(-1) || path;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
