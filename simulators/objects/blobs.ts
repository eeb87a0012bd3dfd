import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { simulatorAccess } from '#server/providers/common/simulator-access.ts';
import { escapeText } from '../identity-provider/escape.ts';
import { startObjectStore, StoreError, type ObjectStore, type Spoken } from './object-store.ts';

/** The storage account that every simulated one is, and its key. */
export const SIMULATOR_ACCOUNT = simulatorAccess.blobs;

const SIGNED = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
];

/** Holds a request against its Shared Key signature. @throws {StoreError} */
function checkSharedKey({ method = 'GET', headers }: IncomingMessage, url: URL): void {
  const { account, key } = SIMULATOR_ACCOUNT;
  const own = Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .toSorted()
    .map((name) => `${name}:${String(headers[name])}\n`)
    .join('');
  const query = [...url.searchParams]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `\n${name.toLowerCase()}:${value}`)
    .join('');
  const signed = SIGNED.map((name) => (headers[name] === '0' ? '' : String(headers[name] ?? '')));
  const text = `${[method, ...signed].join('\n')}\n${own}/${account}${url.pathname}${query}`;
  const expected = createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest();
  const [, given = ''] = /^SharedKey [^:]+:(.+)$/.exec(headers.authorization ?? '') ?? [];
  const signature = Buffer.from(given, 'base64');
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw new StoreError(
      403,
      'AuthenticationFailed',
      'Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.',
    );
}

/**
 * A container of Azure's blobs, of which List Blobs and Get Blob are known, with requests that the account's key signed. It lies
 * at `<url>/<account>/<container>`.
 * @param perPage how many blobs a listing has at most
 */
export function startBlobs(container: string, perPage = 5000): Promise<ObjectStore> {
  const spoken: Spoken = {
    read: (request, url) => {
      checkSharedKey(request, url);
      const [account, named, ...names] = url.pathname.slice(1).split('/').map(decodeURIComponent);
      if (account !== SIMULATOR_ACCOUNT.account || named !== container)
        throw new StoreError(404, 'ContainerNotFound', 'The specified container does not exist.');
      const { searchParams: given } = url;
      return given.get('comp') === 'list'
        ? { operation: 'list', prefix: given.get('prefix') ?? '', from: given.get('marker') ?? '' }
        : { operation: 'get', path: names.join('/') };
    },
    list: ({ objects, next }, prefix) =>
      `<EnumerationResults ServiceEndpoint="http://simulator/" ContainerName="${escapeText(container)}"><Prefix>${escapeText(prefix)}</Prefix><Blobs>${objects
        .map(
          ({ path, content, tag, writtenAt }) =>
            `<Blob><Name>${escapeText(path)}</Name><Properties><Last-Modified>${writtenAt.toUTCString()}</Last-Modified><Etag>0x${tag}</Etag>` +
            `<Content-Length>${content.length}</Content-Length><Content-Type>application/octet-stream</Content-Type><BlobType>BlockBlob</BlobType></Properties></Blob>`,
        )
        .join('')}</Blobs><NextMarker>${escapeText(next ?? '')}</NextMarker></EnumerationResults>`,
    failure: ({ code, message }) =>
      `<Error><Code>${code}</Code><Message>${escapeText(message)}</Message></Error>`,
    codes: {
      denied: [
        403,
        'AuthorizationPermissionMismatch',
        'This request is not authorized to perform this operation using this permission.',
      ],
      throttled: [503, 'ServerBusy', 'The server is busy.'],
      failing: [
        500,
        'InternalError',
        'Server encountered an internal error. Please try again after some time.',
      ],
      missing: [404, 'BlobNotFound', 'The specified blob does not exist.'],
      changed: [
        412,
        'ConditionNotMet',
        'The condition specified using HTTP conditional header(s) is not met.',
      ],
    },
    headers: ({ tag }) => ({ etag: `"0x${tag}"`, 'x-ms-blob-type': 'BlockBlob' }),
    range: 'x-ms-range',
    codeHeader: 'x-ms-error-code',
  };
  return startObjectStore(spoken, perPage);
}
