import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { answeringServer } from '#tests/support/answering-server.ts';
import { childEnvironment } from '#tests/support/child-environment.ts';

const TOKEN = 'token-of-the-cluster';

/** A folder with the token that a cluster writes into a pod. */
function podFolder(): { folder: string; token: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-keyless-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const token = path.join(folder, 'token');
  writeFileSync(token, TOKEN);
  return { folder, token };
}

/** What a program of the portal prints that has this environment alone. The test's own process must not be told of any cloud. */
async function printedBy(program: string, environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
    cwd: projectRoot,
    env: { ...childEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()));
  await once(child, 'close');
  return output.trim();
}

test('the portal takes on its role of AWS by the token of a cluster, without a key', async () => {
  const { token } = podFolder();
  const sts = await answeringServer((_path, body) => ({
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body: `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
      <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>${body.includes(TOKEN) ? 'ASIA-OF-THE-ROLE' : 'NOBODY'}</AccessKeyId>
      <SecretAccessKey>secret</SecretAccessKey><SessionToken>session</SessionToken>
      <Expiration>2099-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
  }));
  const program = `import { AwsClients } from '#server/providers/aws/clients.ts';
    const client = await new AwsClients({ api: null, credentials: null, region: 'eu-central-1' }).organizations();
    console.log((await client.config.credentials()).accessKeyId);`;
  const printed = await printedBy(program, {
    AWS_ROLE_ARN: 'arn:aws:iam::111122223333:role/Skyledger',
    AWS_WEB_IDENTITY_TOKEN_FILE: token,
    AWS_ENDPOINT_URL_STS: sts.access.url,
  });
  expect(printed).toBe('ASIA-OF-THE-ROLE');
});

test('the portal is its service account of Google by the token of a cluster, for projects and for BigQuery', async () => {
  const { folder, token } = podFolder();
  const google = await answeringServer((address, body) => ({
    status: 200,
    body: address.endsWith('/impersonate')
      ? { accessToken: 'as-the-service-account', expireTime: '2099-01-01T00:00:00Z' }
      : {
          access_token: body.includes(TOKEN) ? 'federated' : 'nobody',
          token_type: 'Bearer',
          expires_in: 3600,
        },
  }));
  const file = path.join(folder, 'google.json');
  const credentials = {
    type: 'external_account',
    audience:
      '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/skyledger/providers/cluster',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `${google.access.url}/exchange`,
    service_account_impersonation_url: `${google.access.url}/impersonate`,
    credential_source: { file: token },
  };
  writeFileSync(file, JSON.stringify(credentials));
  const program = `import { openClients } from '#server/providers/gcp/clients.ts';
    import { openBigQuery } from '#server/modules/billing/intake/sources/big-query-client.ts';
    const { projects } = await openClients({ api: null });
    console.log(await projects.auth.getAccessToken());
    const { authClient } = await openBigQuery({ project: 'finops-1', credentials: null, api: null });
    console.log(await authClient.getAccessToken());`;
  const settings = { GOOGLE_APPLICATION_CREDENTIALS: file, GOOGLE_CLOUD_PROJECT: 'ccoe-tools' };
  expect(await printedBy(program, settings)).toBe('as-the-service-account\nas-the-service-account');
  expect(new Set(google.requests)).toEqual(new Set(['POST /exchange', 'POST /impersonate']));
});
