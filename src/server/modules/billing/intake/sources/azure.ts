import type { Readable } from 'node:stream';
import type { ContainerClient } from '@azure/storage-blob';
import { Refusal } from '#kernel/errors.ts';
import type { BlobSource } from '#server/platform/config/bill-sources.ts';
import { monthAfter } from '../../runs/months.ts';
import { exportAmong, type ListedFile } from './manifest-export.ts';
import { attended, lastOf, openedOnce, type BillSource, type SourceFile } from './source.ts';

const TRIES = 3;

/** A folder of a container, and the account's key by which it is read; null: as whom the environment says to Azure's SDK. */
export type BlobReached = BlobSource & { key: { account: string; key: string } | null };

/** An export without partitions is one file, named after the export and its run, and has no manifest. */
const WHOLE = /_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.csv(?:\.gz)?$/i;

/**
 * Azure: an export of Cost Management has a folder of each month, as 20261001-20261031, and in it one of each of its runs, with
 * its manifest and files, or a file of each of its runs, as name_01234567-89ab-cdef-0123-456789abcdef.csv.
 * @param reach is called with the first work, and may start what is called
 * @param amortised the export of amortised costs beside it
 */
export function azureBills(
  { container, folder, setting }: Pick<BlobSource, 'container' | 'folder' | 'setting'>,
  simulated: boolean,
  reach: () => Promise<BlobReached>,
  amortised?: BillSource,
): BillSource {
  const client = openedOnce(async () => open(await reach()));
  const named = { container, setting };
  const read = (file: SourceFile, signal: AbortSignal) => readBlob(client, named, file, signal);
  return {
    provider: 'azure',
    place: `${container}/${folder}`,
    simulated,
    ...(amortised && { amortised }),
    find: async (month, _work, signal) => {
      const last = new Date(`${monthAfter(month, 1)}-01T00:00:00Z`);
      last.setUTCDate(0);
      const days = [`${month}-01`, last.toISOString().slice(0, 10)].map((day) => day.replaceAll('-', ''));
      const prefix = `${folder}/${days.join('-')}/`;
      return exportAmong(await list(client, named, prefix, signal), {
        month,
        sought: 'A manifest or an export in one file',
        looked: [`${container}/${prefix}`],
        wholeId: ({ path, name }) =>
          path === `${prefix}${name}` ? (WHOLE.exec(name)?.[1]?.toLowerCase() ?? null) : null,
        read,
        signal,
      });
    },
    read,
  };
}

/** A container, and the setting that names it. */
type Named = Pick<BlobSource, 'container' | 'setting'>;

async function open({ container, tenant, key }: BlobReached): Promise<ContainerClient> {
  // One after the other: some packages of Azure's SDK are imported by one of these and required by the other.
  const { ContainerClient: Client, StorageSharedKeyCredential } = await import('@azure/storage-blob');
  const options = { retryOptions: { maxTries: TRIES } };
  if (key) return new Client(container, new StorageSharedKeyCredential(key.account, key.key), options);
  const { DefaultAzureCredential } = await import('@azure/identity');
  const credential = new DefaultAzureCredential(tenant === null ? {} : { tenantId: tenant });
  return new Client(container, credential, options);
}

async function list(
  client: () => Promise<ContainerClient>,
  named: Named,
  prefix: string,
  signal: AbortSignal,
): Promise<ListedFile[]> {
  return attended('Azure', signal, async (abortSignal, alive) => {
    const found: ListedFile[] = [];
    try {
      for await (const { name: path, properties } of (await client()).listBlobsFlat({
        prefix,
        abortSignal,
      })) {
        alive();
        const { contentLength: size = null, etag: tag, lastModified: writtenAt } = properties;
        found.push({ path, name: lastOf(path), size, tag, writtenAt });
      }
      return found;
    } catch (error) {
      throw refusalOf(error, named, prefix);
    }
  });
}

async function* readBlob(
  client: () => Promise<ContainerClient>,
  named: Named,
  { path, tag }: SourceFile,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    const blob = (await client()).getBlobClient(path);
    const { readableStreamBody: body } = await blob.download(0, undefined, {
      abortSignal: signal,
      maxRetryRequests: TRIES,
      // Lists have it without the quotes that a condition demands.
      ...(tag !== null && { conditions: { ifMatch: `"${tag.replaceAll('"', '')}"` } }),
    });
    if (!body) throw new Error('The answer has no body.');
    for await (const part of body as Readable) yield part as Buffer;
  } catch (error) {
    signal.throwIfAborted();
    throw refusalOf(error, named, path);
  }
}

const OF_CREDENTIALS =
  /^(CredentialUnavailable|Authentication|AggregateAuthentication|AuthenticationRequired)/;

/** A failure of Azure as people read it. */
function refusalOf(error: unknown, { container, setting }: Named, path: string): Refusal {
  const on = `${container}/${path}`;
  if (error instanceof Refusal) return error;
  const { name, message, statusCode, code } = error as Error & { statusCode?: number; code?: string };
  const reason = (message.split('\n', 1)[0] ?? '').trim();
  if (OF_CREDENTIALS.test(name))
    return new Refusal(
      422,
      "The portal could not sign in to Azure: check AZURE_TENANT_ID, AZURE_CLIENT_ID and the application's secret or certificate.",
    );
  if (code === 'ContainerNotFound' || code === 'ResourceNotFound')
    return new Refusal(
      422,
      `There is no container ${container}. Correct ${setting}, and start the portal again.`,
    );
  if (statusCode === 412 || statusCode === 404)
    return new Refusal(503, `Azure wrote ${on} anew while it was fetched. Fetch it once more.`);
  if (statusCode === 401 || statusCode === 403)
    return new Refusal(
      422,
      `Azure does not let the portal read ${on}: its application needs the role Storage Blob Data Reader on the container. Azure says: ${reason}`,
    );
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500 && statusCode !== 429)
    return new Refusal(422, `Azure did not let ${on} be read: ${reason} (${code ?? statusCode})`);
  return new Refusal(503, `Azure could not be reached for ${on} (${code ?? name}). Check the way to it.`);
}
