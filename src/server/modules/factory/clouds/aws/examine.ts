import { awsAccount } from '#resources/cloud-requests/aws-account.ts';
import type { Examination, Finding } from '#server/platform/process/finding.ts';
import { findingsAbout, hasAny } from '#server/platform/process/findings-about.ts';
import type { AwsAccount, AwsProvider } from '#server/providers/aws/interface.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { noSet } from './access.ts';
import { placeIn } from './place.ts';
import type { AwsRecipeParts } from './parts.ts';

const { ok, warning, failed, tried } = findingsAbout('AWS', ProviderFailure);
/** The actions of the portal in accounts of the organization. */
const CONTACTS = 'account.amazonaws.com';
const IDENTITY_CENTER = 'sso.amazonaws.com';

type Parts = Pick<AwsRecipeParts, 'access'> & {
  provider: AwsProvider;
  /** The configured organization. */
  organization: string;
  /** The name of the unit for frozen accounts. */
  quarantine: string;
  /** Whether an aggregator of AWS Config lists machines. */
  readsMachines: boolean;
};

/**
 * For the command `doctor`: whether AWS takes the portal's credentials, whether they are of the configured organization,
 * and whether everything is there that accounts need. Nothing is made or changed.
 */
export async function examineAws(parts: Parts): Promise<Examination> {
  const { provider, organization: expected } = parts;
  const who = await tried(async () => provider.identity());
  if (who.failure !== null) return { findings: [failed(who.failure)] };
  const findings = [ok(`It knows the portal as ${who.value.arn}.`)];
  const organization = await tried(async () => provider.organization());
  if (organization.failure !== null) return { findings: [...findings, failed(organization.failure)] };
  const { id, managementAccount } = organization.value;
  if (id !== expected) {
    const message = `The credentials are of the organization ${id}, but AWS_ORGANIZATION_ID names ${expected}.`;
    return { findings: [...findings, failed(message)] };
  }
  if (managementAccount !== who.value.account)
    findings.push(
      failed(
        `The credentials are of the account ${who.value.account}. Accounts are made by the management account ${managementAccount} alone.`,
      ),
    );
  else findings.push(ok(`Accounts are made in the organization ${expected}.`));
  const others = await Promise.all([
    trust(parts),
    units(provider),
    permissionSet(parts),
    readings(parts, managementAccount),
    frozen(parts),
  ]);
  return { findings: [...findings, ...others.flat()] };
}

async function trust({ provider, access }: Parts): Promise<Finding[]> {
  const services = await tried(async () => provider.trustedServices());
  if (services.failure !== null) return [failed(services.failure)];
  return [CONTACTS, IDENTITY_CENTER].map((service) => {
    if (services.value.includes(service)) return ok(`${service} has trusted access.`);
    const purpose = service === CONTACTS ? 'set contacts and regions' : 'assign permission sets';
    const message = `${service} has no trusted access, so nobody can ${purpose} in new accounts. Run: aws organizations enable-aws-service-access --service-principal ${service}`;
    return service === CONTACTS || access ? failed(message) : warning(message);
  });
}

async function units(provider: AwsProvider): Promise<Finding[]> {
  const { ou } = awsAccount.fields;
  const names = ou?.kind === 'choice' ? ou.choices : [];
  const all = await tried(async () => provider.units());
  if (all.failure !== null) return [failed(all.failure)];
  const missing = names.map((name) => placeIn(all.value, name)).filter((place) => typeof place === 'string');
  if (missing.length > 0) return missing.map(failed);
  return [ok(`The organizational units ${names.join(', ')} are there.`)];
}

/** Whether accounts can be frozen, and whether that stops anything. Accounts are made without it all the same. */
async function frozen({ provider, quarantine }: Parts): Promise<Finding[]> {
  const all = await tried(async () => provider.units());
  if (all.failure !== null) return [warning(`Whether accounts can be frozen is not known. ${all.failure}`)];
  const place = placeIn(all.value, quarantine);
  if (typeof place === 'string')
    return [warning(`Accounts cannot be frozen. ${place} AWS_QUARANTINE_OU names the unit.`)];
  const policies = await tried(async () => provider.policiesOn(place.id));
  if (policies.failure !== null) return [warning(policies.failure)];
  if (policies.value.length > 0)
    return [ok(`Frozen accounts lie in ${place.path}, under the policy ${policies.value.join(', ')}.`)];
  return [
    warning(
      `Nothing stops in frozen accounts: no policy of yours is attached to the organizational unit ${place.path}. Make one of deploy/aws/quarantine-policy.json. Then run: aws organizations attach-policy --policy-id <its id> --target-id ${place.id}`,
    ),
  ];
}

async function permissionSet({ provider, access }: Parts): Promise<Finding[]> {
  if (!access) return [];
  const found = await tried(async () => provider.permissionSet(access.permissionSet));
  if (found.failure !== null) return [failed(found.failure)];
  return [
    found.value
      ? ok(`The permission set ${access.permissionSet} is there.`)
      : failed(noSet(access.permissionSet)),
  ];
}

/**
 * The first page of all that is read: what accounts are made by must be readable; without most of the sources of inventory
 * and access accounts can be made all the same, so that a missing one is a warning.
 */
async function readings(parts: Parts, managementAccount: string): Promise<Finding[]> {
  const { provider, readsMachines } = parts;
  const sources = [...provider.identityCenter.firstPages];
  if (readsMachines)
    sources.push({ what: 'Machines', read: async () => void (await hasAny(provider.machines())) });
  const findings = await Promise.all([
    accounts(provider, managementAccount),
    reading('The requests for accounts', async () => hasAny(provider.creations()), failed),
    ...sources.map(async ({ what, read }) => reading(what, read, warning)),
  ]);
  return findings.flat();
}

/** Whether something can be read. @param otherwise how bad it is where it cannot */
async function reading(
  what: string,
  read: () => Promise<unknown>,
  otherwise: (message: string) => Finding,
): Promise<Finding[]> {
  const { failure } = await tried(read);
  return [failure === null ? ok(`${what} can be read.`) : otherwise(failure)];
}

/** The list of accounts, and one of them with all that is read of it. */
async function accounts(provider: AwsProvider, managementAccount: string): Promise<Finding[]> {
  const listed = await tried(async () => someAccount(provider, managementAccount));
  if (listed.failure !== null) return [warning(listed.failure)];
  const found = [ok('The accounts of the organization can be read.')];
  if (listed.value === null) return found;
  const { id } = listed.value;
  const details: (() => Promise<unknown>)[] = [
    async () => provider.account(id),
    async () => provider.parentOf(id),
    async () => provider.tagsOf(id),
    async () => {
      const [region] = (await provider.regions(id)).keys();
      if (region !== undefined) await provider.region(id, region);
    },
  ];
  const failures: Finding[] = [];
  for (const read of details) {
    const { failure } = await tried(read);
    if (failure !== null) failures.push(failed(failure));
  }
  const readable = ok(`Place, tags and regions of the account ${id} can be read.`);
  const what = `Products of the service catalog in the account ${id}`;
  const products = await reading(what, async () => provider.catalog.provisionedIn(id, null), warning);
  return [...found, ...(failures.length > 0 ? failures : [readable]), ...products];
}

/** An account that is in use and is not that of the portal, of the first page in which there is one; null: there is none. */
async function someAccount(provider: AwsProvider, managementAccount: string): Promise<AwsAccount | null> {
  for await (const page of provider.accounts()) {
    const found = page.find(({ id, status }) => id !== managementAccount && status === 'ACTIVE');
    if (found) return found;
  }
  return null;
}
