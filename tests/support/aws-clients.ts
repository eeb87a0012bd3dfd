import { OrganizationsClient } from '@aws-sdk/client-organizations';
import { AssumeRoleCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';
import { onTestFinished } from 'vitest';
import { SIMULATOR_KEY, startAws, type AwsOptions } from '#simulators/aws/aws.ts';

/** A simulator of AWS of its own, which ends with the test, and the access of its management account. */
export async function newAws(options: AwsOptions = {}) {
  const aws = await startAws({ delaySeconds: 0, ...options });
  onTestFinished(() => aws.close());
  const access = { endpoint: aws.url, region: 'us-east-1', maxAttempts: 1, credentials: SIMULATOR_KEY };
  const organizations = new OrganizationsClient(access);
  return { aws, access, organizations };
}

export const PRODUCT = { id: 'prod-0123456789abc', name: 'Vault', accounts: ['200000000002'] };

/** Credentials of the role in the account that has the product. */
export async function inAccount(access: STSClientConfig) {
  const assumed = await new STSClient(access).send(
    new AssumeRoleCommand({
      RoleArn: 'arn:aws:iam::200000000002:role/OrganizationAccountAccessRole',
      RoleSessionName: 'test',
    }),
  );
  const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = assumed.Credentials ?? {};
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
}
