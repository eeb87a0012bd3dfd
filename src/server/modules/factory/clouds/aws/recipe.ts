import type { Plan } from '#calls/factory.ts';
import { baselineOf } from '#resources/baseline.ts';
import { awsAccount } from '#resources/cloud-requests/aws-account.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { AwsAccount, AwsProvider, PermissionSet } from '#server/providers/aws/interface.ts';
import type { Recipe, Step } from '../../ledger/step.ts';
import { assignBaseline, assignPermissionSet, noSet } from './access.ts';
import { awsBudget } from './budget.ts';
import { contactFields, isContactAddress, nameFromAddress, setContacts } from './contacts.ts';
import { createAccount, isSame } from './create-account.ts';
import { regionsOf, textOf, type AwsRecipeParts } from './parts.ts';
import { moveAccount, placeOf, type Place } from './place.ts';
import { createRegionList } from './region-list.ts';
import { enableRegions } from './regions.ts';
import { tagAccount, tagsOf } from './tags.ts';

/** While somebody types, the same is not read from the cloud again within this time. */
const REMEMBERED_MS = 30_000;

/** How accounts are made in an organization of AWS. */
export function awsRecipe(parts: AwsRecipeParts): Recipe {
  const { provider, access, contact, regions = createRegionList(provider) } = parts;
  const accounts = remembered(async () => allAccounts(provider));
  const steps: Step[] = [
    createAccount(provider, accounts.forget),
    moveAccount(provider),
    tagAccount(provider),
    ...setContacts(parts),
    enableRegions(provider),
    ...assignPermissionSet(parts),
  ];
  const units = remembered(async (name) => placeOf(provider, name));
  const permissionSets = remembered(async (name) => provider.permissionSet(name));

  return {
    request: awsAccount,
    steps,
    cloudBudget: awsBudget(provider),
    baseline: (baseline) => assignBaseline(provider, baseline),
    check: async (request) => {
      const wanted = regionsOf({ request });
      const [email, ou, set, known, lacking] = await Promise.all([
        takenAddress(request, async () => accounts.read('')),
        missingUnit(request, units.read),
        access && permissionSets.read(access.permissionSet),
        wanted.length > 0 ? regions() : null,
        lackingSets(request, permissionSets.read),
      ]);
      const errors = [...email, ...ou, ...contactErrors(request), ...lacking];
      for (const region of wanted)
        if (known?.has(region) === false)
          errors.push({ field: 'regions', message: `AWS has no region '${region}'.` });
      if (access && !set) errors.push({ field: 'base', message: noSet(access.permissionSet) });
      return errors;
    },
    plan: async (request): Promise<Plan> => {
      const context = { request };
      const place = textOf(context, 'ou') === '' ? '' : await units.read(textOf(context, 'ou'));
      const people = await Promise.all(
        contactFields.map(async ({ field, label }) => {
          const email = textOf(context, field);
          const value =
            email === ''
              ? ''
              : `${(await parts.nameOf(email)) ?? nameFromAddress(email)} <${email}>, ${contact.phone}`;
          return { label: `${label.charAt(0).toUpperCase()}${label.slice(1)} contact`, value };
        }),
      );
      const wanted = regionsOf(context);
      const settings = [
        { label: 'Root user', value: textOf(context, 'accountEmail') },
        ...people,
        { label: 'Regions', value: wanted.length > 0 ? wanted.join(', ') : 'Those that every account has' },
        ...(access
          ? [{ label: 'Permission set', value: `${access.permissionSet} for ${access.group}` }]
          : []),
      ];
      return {
        where: ['Organization', ...(typeof place === 'string' ? [] : [place.path])].join(' / '),
        tags: Object.entries(tagsOf(context)).map(([key, value]) => ({ key, value })),
        settings: settings.filter(({ value }) => value !== ''),
        steps: steps.map(({ label }) => label),
      };
    },
    identifier: (ids) => ids['account_id'] ?? '',
    inventory: (context) => ({
      name: textOf(context, 'accountName'),
      email: textOf(context, 'accountEmail'),
      environment: textOf(context, 'ou'),
      business_unit_name: textOf(context, 'businessUnitTag'),
      department: textOf(context, 'departmentTag'),
      billing_contact: textOf(context, 'billingContact'),
      operations_contact: textOf(context, 'operationsContact'),
      security_contact: textOf(context, 'securityContact'),
    }),
  };
}

async function takenAddress(request: Values, accounts: () => Promise<AwsAccount[]>): Promise<FieldError[]> {
  const email = textOf({ request }, 'accountEmail');
  if (email === '') return [];
  const taken = (await accounts()).find((account) => isSame(account.email, email));
  return taken
    ? [
        {
          field: 'accountEmail',
          message: `The account ${taken.id} '${taken.name}' has this address already.`,
        },
      ]
    : [];
}

async function missingUnit(
  request: Values,
  units: (name: string) => Promise<Place | string>,
): Promise<FieldError[]> {
  const name = textOf({ request }, 'ou');
  const place = name === '' ? '' : await units(name);
  return typeof place === 'string' && place !== '' ? [{ field: 'ou', message: place }] : [];
}

/** The first permission set of a baseline that there is none of. */
async function lackingSets(
  request: Values,
  sets: (name: string) => Promise<PermissionSet | null>,
): Promise<FieldError[]> {
  for (const { role } of baselineOf(request)?.access ?? []) {
    if (await sets(role)) continue;
    const message = `IAM Identity Center has no permission set '${role}', which the template names. Make it there, or correct the template.`;
    return [{ field: awsAccount.baseline, message }];
  }
  return [];
}

function contactErrors(request: Values): FieldError[] {
  return contactFields.flatMap(({ field }) => {
    const email = textOf({ request }, field);
    return email === '' || isContactAddress(email)
      ? []
      : [
          {
            field,
            message: 'AWS takes addresses of letters, digits and _ + = . # | ! & - as contacts only.',
          },
        ];
  });
}

async function allAccounts(provider: AwsProvider): Promise<AwsAccount[]> {
  const found: AwsAccount[] = [];
  for await (const page of provider.accounts()) found.push(...page);
  return found;
}

/** Caches answers by name for a moment; failures are not cached. */
function remembered<T>(read: (name: string) => Promise<T>) {
  const kept = new Map<string, { until: number; answer: Promise<T> }>();
  return {
    read: async (name: string): Promise<T> => {
      const now = performance.now();
      const found = kept.get(name);
      if (found && found.until > now) return found.answer;
      for (const [other, { until }] of kept) if (until <= now) kept.delete(other);
      const answer = read(name);
      kept.set(name, { until: now + REMEMBERED_MS, answer });
      answer.catch(() => kept.delete(name));
      return answer;
    },
    forget: () => kept.clear(),
  };
}
