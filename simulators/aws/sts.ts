import { randomUUID } from 'node:crypto';
import type { Key } from './signature.ts';
import { isKnown, newId, type State } from './state.ts';
import { WireError } from './wire.ts';

/** A key and the account whose it is; one that was lent for a time ends. */
export interface KnownKey extends Key {
  account: string;
  endsAt?: number;
}

const LENT_MS = 3_600_000;
const ROLE = /^arn:aws:iam::(\d{12}):role\/(?:[!-~]+\/)?([\w+=,.@-]{1,64})$/;
const escape = (text: string) => text.replaceAll(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

interface Parts {
  state: State;
  keys: Map<string, KnownKey>;
  now: number;
  /** How long after it was made an account has its role. */
  rightsAfterMs: number;
}

/** STS speaks the query protocol: a form is sent, XML comes back. */
export function answerSts(
  form: URLSearchParams,
  caller: KnownKey,
  { state, keys, now, rightsAfterMs }: Parts,
): string {
  const action = form.get('Action') ?? '';
  const result = (fields: string) =>
    `<${action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${action}Result>${fields}</${action}Result><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}Response>`;
  if (action === 'GetCallerIdentity') {
    const arn = `arn:aws:iam::${caller.account}:user/skyledger`;
    return result(
      `<UserId>${caller.accessKeyId}</UserId><Account>${caller.account}</Account><Arn>${arn}</Arn>`,
    );
  }
  if (action !== 'AssumeRole') throw new WireError('InvalidAction', `Could not find operation ${action}`);
  const [role = '', account = '', name = ''] = ROLE.exec(form.get('RoleArn') ?? '') ?? [];
  const found = state.accounts[account];
  const hasRole = found && isKnown(found, now, rightsAfterMs) && !state.closed.includes(account);
  const isThere = hasRole && found.status === 'ACTIVE' && name !== '';
  if (!isThere || caller.account !== state.organization.managementAccount)
    throw new WireError(
      'AccessDenied',
      `User: arn:aws:iam::${caller.account}:user/skyledger is not authorized to perform: sts:AssumeRole on resource: ${form.get('RoleArn') ?? ''}`,
      403,
    );
  const lent: KnownKey = {
    accessKeyId: newId('ASIA', 16).replace('-', '').toUpperCase(),
    secretAccessKey: newId('s', 32),
    sessionToken: newId('t', 32),
    account,
    endsAt: now + LENT_MS,
  };
  keys.set(lent.accessKeyId, lent);
  const roleId = newId('AROA', 17).replace('-', '').toUpperCase();
  const session = escape(form.get('RoleSessionName') ?? 'session');
  return result(
    `<Credentials><AccessKeyId>${lent.accessKeyId}</AccessKeyId><SecretAccessKey>${lent.secretAccessKey}</SecretAccessKey><SessionToken>${lent.sessionToken ?? ''}</SessionToken><Expiration>${new Date(now + LENT_MS).toISOString()}</Expiration></Credentials><AssumedRoleUser><AssumedRoleId>${roleId}:${session}</AssumedRoleId><Arn>${escape(role)}</Arn></AssumedRoleUser>`,
  );
}

/** A refusal in XML. */
export const stsError = ({ code, message }: WireError): string =>
  `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${escape(message)}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`;
