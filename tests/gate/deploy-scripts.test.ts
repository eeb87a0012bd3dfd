import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { X509Certificate } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'skyledger-deploy-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('prepare.sh makes passwords and a certificate once, and shows the key to nobody else', () => {
  const here = folder();
  copyFileSync(`${projectRoot}/deploy/compose/prepare.sh`, path.join(here, 'prepare.sh'));
  const run = () => execFileSync('sh', [path.join(here, 'prepare.sh')], { encoding: 'utf8' });
  const read = (file: string) => readFileSync(path.join(here, file), 'utf8');
  const mode = (file: string) => statSync(path.join(here, file)).mode & 0o777;
  expect(run()).toContain('deploy/compose/.env');
  const first = [read('.env'), read('secrets/key.pem')];
  expect(first[0]).toMatch(
    /^DATABASE_PASSWORD=\w{64}\nSECRET_KEY=\w{64}\nSSO_ADMIN_PASSWORD=\w{64}\nFIRST_PASSWORD=\w{16}\n$/,
  );
  expect([mode('.env'), mode('secrets/key.pem'), mode('secrets/certificate.pem')]).toEqual([
    0o600, 0o600, 0o644,
  ]);
  const certificate = new X509Certificate(read('secrets/certificate.pem'));
  expect(certificate.checkHost('skyledger.localhost')).toBe('skyledger.localhost');
  expect(certificate.checkHost('sso.localhost')).toBe('sso.localhost');
  run();
  expect([read('.env'), read('secrets/key.pem')]).toEqual(first);
});

/** Stands for the Azure CLI: keeps what it is called with, one call a line, and answers what a new tenant would. */
const AZ = `#!/bin/sh
printf '%s\\n' "$*" >> "$CALLS"
case "$*" in
  'cloud show'*) echo https://management.azure.com/ ;;
  'account show'*) echo tenant-1 ;;
  'ad app create'*) echo client-1 ;;
  'ad sp create'*) echo principal-1 ;;
  'ad sp show'*) echo "id-of-$(echo "$*" | sed "s/.*value=='\\([^']*\\)'.*/\\1/")" ;;
  'role definition list'*) echo owner-role ;;
esac
`;

/** What set-up.sh prints, and its calls of the Azure CLI. `programs` are found before those of the machine, by name. */
function setUp(
  variables: Record<string, string>,
  programs: Record<string, string> = {},
): { settings: string[]; calls: string[] } {
  const here = folder();
  mkdirSync(path.join(here, 'bin'));
  for (const [name, text] of Object.entries({ az: AZ, ...programs })) {
    writeFileSync(path.join(here, 'bin', name), text, { mode: 0o755 });
  }
  const output = execFileSync('sh', [`${projectRoot}/deploy/azure/set-up.sh`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: `${path.join(here, 'bin')}:${process.env['PATH']}`,
      CALLS: path.join(here, 'calls'),
      ...variables,
    },
  });
  const calls = existsSync(path.join(here, 'calls')) ? readFileSync(path.join(here, 'calls'), 'utf8') : '';
  return { settings: output.trim().split('\n'), calls: calls.trim().split('\n') };
}

test('set-up.sh makes an application with its roles, and prints the settings', () => {
  const enrollment = '/providers/Microsoft.Billing/billingAccounts/1/enrollmentAccounts/2';
  const { settings, calls } = setUp({
    ISSUER: 'https://issuer.example.com/',
    SUBJECT: 'system:serviceaccount:skyledger:skyledger',
    MANAGEMENT_GROUP: 'contoso',
    OWNER_GROUP: 'group-1',
    BILLING_SCOPE: enrollment,
    DIRECTORY: 'yes',
  });
  expect(settings).toEqual([
    'AZURE_TENANT_ID=tenant-1',
    'AZURE_CLIENT_ID=client-1',
    `AZURE_BILLING_SCOPE=${enrollment}`,
    'GRAPH_TENANT_ID=tenant-1',
  ]);
  const given = calls.filter((call) => call.startsWith('role assignment create'));
  expect(given).toHaveLength(7);
  for (const call of given) {
    expect(call).toContain('--assignee-object-id principal-1 --assignee-principal-type ServicePrincipal');
    expect(call).toContain('--scope /providers/Microsoft.Management/managementGroups/contoso');
  }
  expect(given.find((call) => call.includes('--condition'))).toContain(
    "--condition ((!(ActionMatches{'Microsoft.Authorization/roleAssignments/write'})) OR (@Request[Microsoft.Authorization/roleAssignments:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {owner-role} AND @Request[Microsoft.Authorization/roleAssignments:PrincipalId] ForAnyOfAnyValues:GuidEquals {group-1})) AND ((!(ActionMatches{'Microsoft.Authorization/roleAssignments/delete'})) OR (@Resource[",
  );
  expect(calls).toContainEqual(
    expect.stringMatching(
      /^ad app federated-credential create .*"issuer": "https:\/\/issuer\.example\.com\/", "subject": "system:serviceaccount:skyledger:skyledger", "audiences": \["api:\/\/AzureADTokenExchange"\]/,
    ),
  );
  expect(calls).toContainEqual(
    expect.stringMatching(
      /^rest --method put .*enrollmentAccounts\/2\/billingRoleAssignments\/[0-9a-f-]{36}\?api-version=2024-04-01 --body \{"properties": \{"principalId": "principal-1"/,
    ),
  );
  expect(calls).toContainEqual(
    expect.stringMatching(
      /^rest --method put .*roleDefinitions\/[0-9a-f-]{36}\?.*"actions": \["Microsoft\.Subscription\/cancel\/action", "Microsoft\.Subscription\/enable\/action", "\*\/register\/action"\]/,
    ),
  );
  const permissions = calls.filter((call) => call.startsWith('ad app permission add'));
  expect(permissions.map((call) => /id-of-([\w.]+)=Role/.exec(call)?.[1])).toEqual([
    'User.Read.All',
    'Group.Read.All',
    'Member.Read.Hidden',
  ]);
});

test('set-up.sh lets the portal give the roles of baselines to their groups, and no others', () => {
  const { calls } = setUp({
    MANAGEMENT_GROUP: 'contoso',
    BASELINE_GROUPS: 'group-2,group-3',
    BASELINE_ROLES: 'Reader,Monitoring Reader',
  });
  const named = calls.filter((call) => call.startsWith('role definition list'));
  expect(named.map((call) => /--name (.*) --query/.exec(call)?.[1])).toEqual(['Reader', 'Monitoring Reader']);
  expect(calls.find((call) => call.includes('--condition'))).toMatch(
    /RoleDefinitionId\] ForAnyOfAnyValues:GuidEquals \{[^}]+, [^}]+\} AND @Request\[[^\]]+PrincipalId\] ForAnyOfAnyValues:GuidEquals \{group-2, group-3\}/,
  );
});

test('set-up.sh names an assignment of billing where the machine has no /proc, as a Mac', () => {
  const { calls } = setUp(
    { BILLING_SCOPE: '/providers/Microsoft.Billing/billingAccounts/1/enrollmentAccounts/2' },
    {
      cat: '#!/bin/sh\nexit 1\n',
      uuidgen: '#!/bin/sh\necho 0A1B2C3D-0000-4000-8000-00000000000F\n',
    },
  );
  expect(calls).toContainEqual(
    expect.stringContaining('/billingRoleAssignments/0a1b2c3d-0000-4000-8000-00000000000f?'),
  );
});

test('set-up.sh leaves out what is not named, and takes an invoice section as well', () => {
  const section = '/providers/Microsoft.Billing/billingAccounts/1/billingProfiles/2/invoiceSections/3';
  const { settings, calls } = setUp({ BILLING_SCOPE: section });
  expect(settings).toHaveLength(3);
  expect(calls.some((call) => /^(role|ad app (permission|federated))/.test(call))).toBe(false);
  expect(calls).toContainEqual(
    expect.stringMatching(
      /^rest --method post .*invoiceSections\/3\/createBillingRoleAssignment\?api-version=2024-04-01 --body \{"principalId": "principal-1", .*30000000-aaaa-bbbb-cccc-100000000006"\}$/,
    ),
  );
});
