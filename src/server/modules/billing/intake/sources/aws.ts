import { addAbortSignal, type Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { Refusal } from '#kernel/errors.ts';
import type { S3Source } from '#server/platform/config/bill-sources.ts';
import { monthAfter } from '../../runs/months.ts';
import { exportAmong, type ListedFile } from './manifest-export.ts';
import { attended, lastOf, openedOnce, type BillSource, type SourceFile } from './source.ts';

const PATIENCE_MS = 30_000;
const CONNECT_MS = 5000;

/** A folder of S3, and the portal's own key; null: what the SDK finds on this machine. */
export type S3Reached = S3Source & {
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
};

/**
 * AWS: the Cost and Usage Report has a folder of each month, as 20261001-20261101, with its manifest and files; a data export
 * of the report or of FOCUS has its manifest in metadata/BILLING_PERIOD=2026-10 and its files in data/BILLING_PERIOD=2026-10.
 * @param reach is called with the first work, and may start what is called
 */
export function awsBills(
  { bucket, folder }: Pick<S3Source, 'bucket' | 'folder'>,
  simulated: boolean,
  reach: () => Promise<S3Reached>,
): BillSource {
  const place = `s3://${bucket}/${folder}`;
  const client = openedOnce(async () => open(await reach()));
  const read = (file: SourceFile, signal: AbortSignal) => readObject(client, bucket, file, signal);
  return {
    provider: 'aws',
    place,
    simulated,
    find: async (month, _work, signal) => {
      const days = (first: string) => `${first.replace('-', '')}01`;
      const report = `${folder}/${days(month)}-${days(monthAfter(month, 1))}/`;
      const [metadata, data] = ['metadata', 'data'].map(
        (name) => `${folder}/${name}/BILLING_PERIOD=${month}/`,
      ) as [string, string];
      const listed: ListedFile[] = [];
      for (const prefix of [report, metadata, data])
        listed.push(...(await list(client, bucket, prefix, signal)));
      return exportAmong(listed, {
        month,
        looked: [report, metadata].map((prefix) => `s3://${bucket}/${prefix}`),
        pathOf: (path) => path.replace(`s3://${bucket}/`, ''),
        read,
        signal,
      });
    },
    read,
  };
}

const requestHandler = {
  requestTimeout: PATIENCE_MS,
  connectionTimeout: CONNECT_MS,
  throwOnRequestTimeout: true,
};

async function open(reached: S3Reached): Promise<S3Client> {
  const { region, api, role, credentials } = reached;
  const { S3Client: Client } = await import('@aws-sdk/client-s3');
  return new Client({
    region,
    // The bucket may lie in another one.
    followRegionRedirects: true,
    ...(api !== null && { endpoint: api, forcePathStyle: true }),
    ...(role === null ? credentials && { credentials } : { credentials: await ofRole(role, reached) }),
    requestHandler,
  });
}

/** Credentials of a role that the portal takes on, by its own ones; the client requests new ones before they end. */
async function ofRole(
  role: string,
  { region, stsApi, credentials }: S3Reached,
): Promise<S3ClientConfig['credentials']> {
  const { fromTemporaryCredentials } = await import('@aws-sdk/credential-providers');
  const assumed = fromTemporaryCredentials({
    params: { RoleArn: role, RoleSessionName: 'skyledger' },
    ...(credentials && { masterCredentials: credentials }),
    clientConfig: { region, ...(stsApi !== null && { endpoint: stsApi }), requestHandler },
  });
  return async (options) => {
    try {
      return await assumed(options);
    } catch (error) {
      throw refusalOfRole(error, role);
    }
  };
}

/** Why a role cannot be taken on, as people read it. */
function refusalOfRole(error: unknown, role: string): Refusal {
  const { name, message } = error as Error;
  if (name === 'AccessDenied')
    return new Refusal(
      422,
      `AWS does not let the portal take on the role ${role}: its own role or user needs sts:AssumeRole on it, and the role has to trust that one. AWS says: ${message}`,
    );
  return refusalOf(error, { right: 'sts:AssumeRole', on: role });
}

async function list(
  client: () => Promise<S3Client>,
  bucket: string,
  prefix: string,
  signal: AbortSignal,
): Promise<ListedFile[]> {
  const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
  return attended('S3', signal, async (abortSignal, alive) => {
    const found: ListedFile[] = [];
    try {
      const pages = paginateListObjectsV2({ client: await client() }, { Bucket: bucket, Prefix: prefix });
      for await (const { Contents: contents = [] } of pages) {
        abortSignal.throwIfAborted();
        alive();
        for (const { Key: path = '', Size: size = null, ETag: tag = null, LastModified: at } of contents)
          found.push({ path, name: lastOf(path), size, tag, writtenAt: at ?? new Date(0) });
      }
      return found;
    } catch (error) {
      throw refusalOf(error, { bucket, right: 's3:ListBucket', on: `the bucket ${bucket}` });
    }
  });
}

async function* readObject(
  client: () => Promise<S3Client>,
  bucket: string,
  { path, tag }: SourceFile,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: path,
      ...(tag !== null && { IfMatch: tag }),
    });
    const { Body: body } = await (await client()).send(command, { abortSignal: signal });
    if (!body) throw new Error('The answer has no body.');
    // The client looks at the signal no more once the answer has begun.
    for await (const part of addAbortSignal(signal, body as Readable)) yield part as Buffer;
  } catch (error) {
    signal.throwIfAborted();
    throw refusalOf(error, { bucket, right: 's3:GetObject', on: `s3://${bucket}/${path}` });
  }
}

const DENIED = new Set(['AccessDenied', 'AllAccessDisabled', 'AccountProblem']);
const UNKNOWN_KEY = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'InvalidClientTokenId',
  'ExpiredTokenException',
]);
const NO_CREDENTIALS = new Set(['CredentialsProviderError', 'TokenProviderError']);
/** Of a file that was listed a moment before. */
const CHANGED = new Set(['PreconditionFailed', 'NoSuchKey']);

/** A failure of S3 as people read it. */
function refusalOf(
  error: unknown,
  { bucket = '', right, on }: { bucket?: string; right: string; on: string },
): Refusal {
  if (error instanceof Refusal) return error;
  const { name, message, code, $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode ?? 0;
  if (CHANGED.has(name))
    return new Refusal(503, `AWS wrote ${on} anew while it was fetched. Fetch it once more.`);
  if (DENIED.has(name) || (status === 403 && !UNKNOWN_KEY.has(name)))
    return new Refusal(
      422,
      `AWS does not let the portal read ${on}: it needs the permission ${right} there. AWS says: ${message}`,
    );
  if (name === 'NoSuchBucket')
    return new Refusal(
      422,
      `There is no bucket ${bucket}. Correct BILL_SOURCE_AWS, and start the portal again.`,
    );
  if (NO_CREDENTIALS.has(name))
    return new Refusal(
      422,
      `There are no credentials for AWS to read ${on}. Give the portal a role or a key.`,
    );
  if (UNKNOWN_KEY.has(name))
    return new Refusal(422, `AWS does not take the key of the portal (${name}). Check its credentials.`);
  if (status >= 400 && status < 500 && status !== 429 && status !== 408)
    return new Refusal(422, `AWS did not let ${on} be read: ${message} (${name})`);
  return new Refusal(503, `AWS could not be reached for ${on} (${code ?? name}). Check the way to it.`);
}
