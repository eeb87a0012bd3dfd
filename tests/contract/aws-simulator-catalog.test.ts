import { ConfigServiceClient, SelectAggregateResourceConfigCommand } from '@aws-sdk/client-config-service';
import { CreateAccountCommand, DescribeOrganizationCommand } from '@aws-sdk/client-organizations';
import {
  CreateAccountAssignmentCommand,
  ListInstancesCommand,
  ListPermissionSetsCommand,
  SSOAdminClient,
} from '@aws-sdk/client-sso-admin';
import {
  DescribeProvisioningParametersCommand,
  ListLaunchPathsCommand,
  ListProvisioningArtifactsCommand,
  SearchProvisionedProductsCommand,
  ServiceCatalogClient,
} from '@aws-sdk/client-service-catalog';
import { describe, expect, it } from 'vitest';
import { newPortfolio } from '#simulators/aws/state.ts';
import { newAws, PRODUCT, inAccount } from '#tests/support/aws-clients.ts';

const jane = { AccountName: 'payments', Email: 'aws-payments@example.com' };

describe('the organization, the catalog and the machines of the simulator of AWS', () => {
  it('gives ids of the patterns that the service models of AWS have', async () => {
    const { aws, access, organizations } = await newAws({
      initial: { accounts: [{ id: '200000000002', name: 'one' }], products: [PRODUCT] },
    });
    const catalog = new ServiceCatalogClient({ ...access, credentials: await inAccount(access) });
    const sso = new SSOAdminClient(access);
    const made = await organizations.send(new CreateAccountCommand(jane));
    const { Organization: organization } = await organizations.send(new DescribeOrganizationCommand({}));
    const { Instances: [instance] = [] } = await sso.send(new ListInstancesCommand({}));
    const { PermissionSets: [set] = [] } = await sso.send(
      new ListPermissionSetsCommand({ InstanceArn: instance?.InstanceArn }),
    );
    const assigned = await sso.send(
      new CreateAccountAssignmentCommand({
        InstanceArn: instance?.InstanceArn,
        TargetId: '200000000002',
        TargetType: 'AWS_ACCOUNT',
        PermissionSetArn: set,
        PrincipalType: 'GROUP',
        PrincipalId: '9067a1b2c3-00000000-0000-4000-8000-000000000001',
      }),
    );
    const paths = await catalog.send(new ListLaunchPathsCommand({ ProductId: PRODUCT.id }));
    const versions = await catalog.send(new ListProvisioningArtifactsCommand({ ProductId: PRODUCT.id }));
    const { ProvisionedProducts: [provisioned] = [] } = await catalog.send(
      new SearchProvisionedProductsCommand({}),
    );
    const given: [string | undefined, RegExp][] = [
      [organization?.Id, /^o-[a-z0-9]{10,32}$/],
      [organization?.Arn, /^arn:aws:organizations::\d{12}:organization\/o-[a-z0-9]{10,32}$/],
      [aws.state.root, /^r-[0-9a-z]{4,32}$/],
      ...aws.state.units.map(({ id }): [string, RegExp] => [id, /^ou-[0-9a-z]{4,32}-[a-z0-9]{8,32}$/]),
      ...Object.keys(aws.state.accounts).map((id): [string, RegExp] => [id, /^\d{12}$/]),
      [made.CreateAccountStatus?.Id, /^car-[a-z0-9]{8,32}$/],
      [instance?.InstanceArn, /^arn:aws:sso:::instance\/ssoins-[a-zA-Z0-9-.]{16}$/],
      [instance?.IdentityStoreId, /^d-[0-9a-f]{10}$/],
      [set, /^arn:aws:sso:::permissionSet\/ssoins-[a-zA-Z0-9-.]{16}\/ps-[a-zA-Z0-9-./]{16}$/],
      [assigned.AccountAssignmentCreationStatus?.RequestId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
      [paths.LaunchPathSummaries?.[0]?.Id, /^lpv2-[a-z0-9]{13}$/],
      [aws.state.portfolios[0]?.id, /^port-[a-z0-9]{13}$/],
      [versions.ProvisioningArtifactDetails?.[0]?.Id, /^pa-[a-z0-9]{13}$/],
      [provisioned?.Id, /^pp-[a-z0-9]{13}$/],
      [provisioned?.LastRecordId, /^rec-[a-z0-9]{13}$/],
    ];
    for (const [id, pattern] of given) expect(id).toMatch(pattern);
  });

  it('lets a role use a product by the portfolios of its account alone, and has a path named of several', async () => {
    const { aws, access } = await newAws({
      initial: { accounts: [{ id: '200000000002', name: 'one' }], products: [PRODUCT] },
    });
    const catalog = new ServiceCatalogClient({ ...access, credentials: await inAccount(access) });
    const ask = async (PathId?: string) =>
      catalog.send(new DescribeProvisioningParametersCommand({ ProductId: PRODUCT.id, PathId }));
    expect((await ask()).ProvisioningArtifactParameters).toHaveLength(1);
    const [first] = aws.state.portfolios;
    aws.state.portfolios.push(newPortfolio('Others'));
    await expect(ask()).rejects.toMatchObject({
      name: 'InvalidParametersException',
      message: 'More than one launch path ids exist. Please specify the launch path id',
    });
    expect((await ask(first?.path)).ProvisioningArtifactParameters).toHaveLength(1);
    for (const portfolio of aws.state.portfolios) portfolio.accounts = ['100000000001'];
    await expect(ask()).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'No launch paths found for resource: prod-0123456789abc',
    });
  });

  it('selects machines of all accounts in pages', async () => {
    const machines = Array.from({ length: 150 }, (_, index) => ({
      resourceId: `i-${index}`,
      accountId: '200000000002',
      awsRegion: 'eu-central-1',
      name: `web-${index}`,
      configuration: { instanceType: 't3.micro', state: { name: 'running' } },
    }));
    const { access } = await newAws({ initial: { machines } });
    const config = new ConfigServiceClient(access);
    const ask = async (Limit?: number, NextToken?: string) =>
      config.send(
        new SelectAggregateResourceConfigCommand({
          ConfigurationAggregatorName: 'organization',
          Expression:
            "SELECT resourceId, resourceName, accountId, tags, configuration.state.name WHERE resourceType = 'AWS::EC2::Instance'",
          Limit,
          NextToken,
        }),
      );
    expect((await ask()).Results).toHaveLength(25);
    await expect(ask(101)).rejects.toMatchObject({ name: 'InvalidLimitException' });
    const first = await ask(100);
    const second = await ask(100, first.NextToken);
    expect([first.Results?.length, second.Results?.length, second.NextToken]).toEqual([100, 50, undefined]);
    expect(JSON.parse(first.Results?.[0] ?? '')).toEqual({
      resourceId: 'i-0',
      accountId: '200000000002',
      tags: [{ key: 'Name', value: 'web-0', tag: 'Name=web-0' }],
      configuration: { state: { name: 'running' } },
    });
  });
});
