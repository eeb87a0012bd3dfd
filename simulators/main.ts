import type { Runner } from '#server/platform/database/database.ts';
import { startAws } from './aws/aws.ts';
import { startAzure } from './azure/azure.ts';
import { startBigQuery } from './big-query/big-query.ts';
import { awsInventory } from './first-data/aws-inventory.ts';
import { azureInventory } from './first-data/azure-inventory.ts';
import {
  awsExport,
  azureExport,
  correctedAzureBill,
  googleExportRows,
  type ExportedFile,
  type ExportRequest,
} from './first-data/bills.ts';
import type { BillOf } from './first-data/bill-lines.ts';
import { simulatedDirectory } from './first-data/directory.ts';
import { gcpInventory } from './first-data/gcp-inventory.ts';
import { simulatedOrganizations } from './first-data/seats.ts';
import { usageReport } from './first-data/usage-report.ts';
import { startGcp } from './gcp/gcp.ts';
import { startGitHub, type GitHubOptions } from './github/github.ts';
import { startGraph } from './graph/graph.ts';
import { createIdentityProvider } from './identity-provider/identity-provider.ts';
import { startBlobs } from './objects/blobs.ts';
import type { ObjectStore } from './objects/object-store.ts';
import { startS3 } from './objects/s3.ts';
import { simulatorFile } from './simulator-file.ts';

export { correctedAzureBill, createIdentityProvider, startBigQuery, usageReport };

/** What a simulator begins with, and where it keeps what becomes of it. */
interface Place {
  db: Runner;
  dataDir: string;
}

/** AWS with the accounts, machines and products that the portal knows: a sync then finds what is there. */
export const awsOf = async ({ db, dataDir }: Place) =>
  startAws({ stateFile: await simulatorFile(dataDir, 'aws.json'), initial: () => awsInventory(db) });

/** Azure with the subscriptions and machines that the inventory has. */
export const azureOf = async ({ db, dataDir }: Place) =>
  startAzure({ stateFile: await simulatorFile(dataDir, 'azure.json'), initial: () => azureInventory(db) });

/** Google Cloud with what the inventory has of it. */
export const gcpOf = async ({ db, dataDir }: Place) =>
  startGcp({ stateFile: await simulatorFile(dataDir, 'gcp.jsonl'), initial: await gcpInventory(db) });

/** A directory of the people and accounts that the database has. */
export const graphOf = async ({ db, dataDir }: Place) =>
  startGraph({
    stateFile: await simulatorFile(dataDir, 'graph.json'),
    initial: () => simulatedDirectory(db),
  });

/** GitHub with the seats that the portal knows. */
export const githubOf = async ({ db, dataDir, app }: Place & Pick<GitHubOptions, 'app'>) =>
  startGitHub({
    stateFile: await simulatorFile(dataDir, 'github.json'),
    initial: await simulatedOrganizations(db),
    app,
  });

/** @param anew whether a file takes the place of one that is there, as exports of a running month do */
function putAll(store: ObjectStore, files: readonly ExportedFile[], anew: boolean): void {
  for (const { path, content } of files)
    if (anew) store.put(path, content);
    else store.putOnce(path, () => content);
}

/** S3 with a bucket, in which `fill` puts AWS's export of a month. */
export async function s3BillsOf(db: Runner, bucket: string) {
  const store = await startS3(bucket);
  return {
    url: store.url,
    fill: async (of: ExportRequest) => putAll(store, await awsExport(db, of), of.until !== undefined),
    close: () => store.close(),
  };
}

/** A storage account with a container, in which `fill` puts Azure's export of a month. */
export async function blobBillsOf(db: Runner, container: string) {
  const store = await startBlobs(container);
  return {
    url: store.url,
    fill: async (of: ExportRequest & { amortised: boolean }) =>
      putAll(store, await azureExport(db, of), of.until !== undefined),
    close: () => store.close(),
  };
}

/** BigQuery, in which `fill` puts the rows of Google's export of a month in the place of those of a table. */
export async function tableBillsOf(db: Runner) {
  const simulator = await startBigQuery();
  return {
    url: simulator.url,
    fill: async (table: string, of: Omit<BillOf, 'cloud'>) =>
      simulator.put(table, await googleExportRows(db, of)),
    close: () => simulator.close(),
  };
}
