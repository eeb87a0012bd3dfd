import { SIMULATOR_KEY } from '../aws/aws.ts';
import { checkSignature, type Key } from '../aws/signature.ts';
import { WireError } from '../aws/wire.ts';
import { escapeText } from '../identity-provider/escape.ts';
import { startObjectStore, StoreError, type ObjectStore, type Spoken } from './object-store.ts';

/** How S3 calls what it refuses of a signature. */
const OF_SIGNATURE: Record<string, string> = {
  UnrecognizedClientException: 'InvalidAccessKeyId',
  InvalidSignatureException: 'SignatureDoesNotMatch',
};
const OWNED = 'http://s3.amazonaws.com/doc/2006-03-01/';

/**
 * A bucket of S3, of which ListObjectsV2 and GetObject are known, by paths and with signed requests.
 * @param perPage how many objects a listing has at most
 * @param keyOf the key of somebody who may read it, by its id
 */
export function startS3(
  bucket: string,
  perPage = 1000,
  keyOf: (id: string) => Key | undefined = (id) =>
    id === SIMULATOR_KEY.accessKeyId ? SIMULATOR_KEY : undefined,
): Promise<ObjectStore> {
  const spoken: Spoken = {
    read: (request, url) => {
      try {
        const { method = 'GET', headers } = request;
        const [path = '/', query = ''] = (request.url ?? '/').split('?');
        checkSignature({ method, path, query, headers, body: Buffer.alloc(0) }, keyOf, Date.now());
      } catch (error) {
        if (!(error instanceof WireError)) throw error;
        throw new StoreError(403, OF_SIGNATURE[error.code] ?? 'AccessDenied', error.message);
      }
      const [named = '', ...names] = url.pathname.slice(1).split('/').map(decodeURIComponent);
      if (named !== bucket) throw new StoreError(404, 'NoSuchBucket', 'The specified bucket does not exist');
      const path = names.join('/');
      const { searchParams: given } = url;
      return path === '' || given.get('list-type') === '2'
        ? {
            operation: 'list',
            prefix: given.get('prefix') ?? '',
            from: given.get('continuation-token') ?? '',
          }
        : { operation: 'get', path };
    },
    list: ({ objects, next }, prefix) =>
      `<ListBucketResult xmlns="${OWNED}"><Name>${escapeText(bucket)}</Name><Prefix>${escapeText(prefix)}</Prefix>` +
      `<KeyCount>${objects.length}</KeyCount><MaxKeys>${perPage}</MaxKeys><IsTruncated>${next !== null}</IsTruncated>` +
      (next === null ? '' : `<NextContinuationToken>${escapeText(next)}</NextContinuationToken>`) +
      objects
        .map(
          ({ path, content, tag, writtenAt }) =>
            `<Contents><Key>${escapeText(path)}</Key><LastModified>${writtenAt.toISOString()}</LastModified>` +
            `<ETag>&quot;${tag}&quot;</ETag><Size>${content.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
        )
        .join('') +
      '</ListBucketResult>',
    failure: ({ code, message }) =>
      `<Error><Code>${code}</Code><Message>${escapeText(message)}</Message><RequestId>0</RequestId></Error>`,
    codes: {
      denied: [403, 'AccessDenied', 'Access Denied'],
      throttled: [503, 'SlowDown', 'Please reduce your request rate.'],
      failing: [500, 'InternalError', 'We encountered an internal error. Please try again.'],
      missing: [404, 'NoSuchKey', 'The specified key does not exist.'],
      changed: [412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold'],
    },
    headers: ({ tag }) => ({ etag: `"${tag}"` }),
    range: 'range',
    codeHeader: null,
  };
  return startObjectStore(spoken, perPage);
}
