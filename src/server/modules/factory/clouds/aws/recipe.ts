import type { Plan } from '#calls/factory.ts';
import { awsAccount } from '#resources/cloud-requests/aws-account.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { AwsAccount, AwsProvider } from '#server/providers/aws/interface.ts';
import type { Recipe, Step } from '../../ledger/step.ts';
import { assignPermissionSet, noSet } from './access.ts';
import { contactFields, isContactAddress, nameFromAddress, setContacts } from './contacts.ts';
import { createAccount, isSame } from './create-account.ts';
import { asked, regionsOf, type AwsRecipeParts } from './parts.ts';
import { moveAccount, placeOf, type Place } from './place.ts';
import { enableRegions } from './regions.ts';
import { tagAccount, tagsOf } from './tags.ts';

/** While somebody types, the cloud is not asked for the same again within this time. */
const REMEMBERED_MS = 30_000;

/** How accounts are made in an organization of AWS. */
export function awsRecipe(parts: AwsRecipeParts): Recipe {
  const { provider, access, contact } = parts;
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
  const regions = remembered(async () => provider.regions(null));

  return {
    request: awsAccount,
    steps,
    check: async (request) => {
      const wanted = regionsOf({ request });
      const [email, ou, set, known] = await Promise.all([
        takenAddress(request, async () => accounts.ask('')),
        missingUnit(request, units.ask),
        access && permissionSets.ask(access.permissionSet),
        wanted.length > 0 ? regions.ask('') : null,
      ]);
      const errors = [...email, ...ou, ...contactErrors(request)];
      for (const region of wanted)
        if (known?.has(region) === false)
          errors.push({ field: 'regions', message: `AWS has no region '${region}'.` });
      if (access && !set) errors.push({ field: 'base', message: noSet(access.permissionSet) });
      return errors;
    },
    plan: async (request): Promise<Plan> => {
      const context = { request };
      const place = asked(context, 'ou') === '' ? '' : await units.ask(asked(context, 'ou'));
      const people = await Promise.all(
        contactFields.map(async ({ field, label }) => {
          const email = asked(context, field);
          const value =
            email === ''
              ? ''
              : `${(await parts.nameOf(email)) ?? nameFromAddress(email)} <${email}>, ${contact.phone}`;
          return { label: `${label.charAt(0).toUpperCase()}${label.slice(1)} contact`, value };
        }),
      );
      const wanted = regionsOf(context);
      const settings = [
        { label: 'Root user', value: asked(context, 'accountEmail') },
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
      name: asked(context, 'accountName'),
      email: asked(context, 'accountEmail'),
      environment: asked(context, 'ou'),
      business_unit_name: asked(context, 'businessUnitTag'),
      department: asked(context, 'departmentTag'),
      billing_contact: asked(context, 'billingContact'),
      operations_contact: asked(context, 'operationsContact'),
      security_contact: asked(context, 'securityContact'),
    }),
  };
}

async function takenAddress(request: Values, accounts: () => Promise<AwsAccount[]>): Promise<FieldError[]> {
  const email = asked({ request }, 'accountEmail');
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
  const name = asked({ request }, 'ou');
  const place = name === '' ? '' : await units(name);
  return typeof place === 'string' && place !== '' ? [{ field: 'ou', message: place }] : [];
}

function contactErrors(request: Values): FieldError[] {
  return contactFields.flatMap(({ field }) => {
    const email = asked({ request }, field);
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

/** What was answered a moment ago, by name; a failure is not kept. */
function remembered<T>(ask: (name: string) => Promise<T>) {
  const kept = new Map<string, { until: number; answer: Promise<T> }>();
  return {
    ask: async (name: string): Promise<T> => {
      const now = performance.now();
      const found = kept.get(name);
      if (found && found.until > now) return found.answer;
      for (const [other, { until }] of kept) if (until <= now) kept.delete(other);
      const answer = ask(name);
      kept.set(name, { until: now + REMEMBERED_MS, answer });
      answer.catch(() => kept.delete(name));
      return answer;
    },
    forget: () => kept.clear(),
  };
}
