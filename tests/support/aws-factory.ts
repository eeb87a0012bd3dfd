import { onTestFinished } from 'vitest';
import { awsRecipe } from '#server/modules/factory/clouds/aws/recipe.ts';
import type { StepAnswer } from '#server/modules/factory/ledger/step.ts';
import { openAws, type AwsSettings } from '#server/providers/aws/provider.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { SIMULATOR_KEY, startAws, type AwsOptions } from '#simulators/aws/aws.ts';

export const GROUP = '906700f2-1111-2222-3333-444455556666';
export const REQUEST = {
  accountEmail: 'aws-payments@example.com',
  accountName: 'payments',
  ou: 'test',
  costCenterTag: '10-200',
  departmentTag: 'Finance',
  ownerTag: 'jane@example.com',
  projectNameTag: 'Payments of 2026',
  businessUnitTag: 'Retail',
  missingTagsEmails: [],
  billingContact: 'jane@example.com',
  operationsContact: 'mr.ops@example.com',
  securityContact: 'sec@example.com',
  regions: ['eu-central-1'],
};

interface Given extends AwsOptions {
  settings?: Partial<AwsSettings>;
  access?: { permissionSet: string; group: string };
}

/** A factory over a simulator of AWS of its own, which ends with the test. */
export async function newFactory({ settings, access, ...options }: Given = {}) {
  const aws = await startAws({ delaySeconds: 0, ...options });
  onTestFinished(() => aws.close());
  const provider = openAws({
    api: aws.url,
    credentials: { ...SIMULATOR_KEY },
    region: 'us-east-1',
    patienceMs: 500,
    organization: null,
    catalogRole: 'OrganizationAccountAccessRole',
    aggregator: 'organization',
    ...settings,
  });
  const recipe = awsRecipe({
    provider,
    nameOf: async (email) => (email === 'jane@example.com' ? 'Jane Doe' : null),
    contact: { title: 'Contact', phone: '+1 555 0100' },
    access: access ?? null,
  });

  /** One deployment: its steps, one call at a time, with what a ledger keeps of it. */
  const deployment = (request: Record<string, unknown> = REQUEST) => {
    let ids: Record<string, string> = {};
    const inputs = new Map<string, Record<string, unknown>>();
    const ask = async (name: string, way: 'find' | 'call' | 'look'): Promise<StepAnswer | null> => {
      const step = recipe.steps.find((one) => one.name === name);
      if (!step) throw new Error(`There is no step ${name}.`);
      const context = {
        deployment: 7,
        request,
        ids,
        doneAt: {},
        requestedBy: 'jane@example.com',
        signal: new AbortController().signal,
      };
      const input = inputs.get(name) ?? (await step.input(context));
      inputs.set(name, input);
      const answer = (await step[way]?.(context, input)) ?? null;
      ids = { ...ids, ...answer?.ids };
      return answer;
    };
    /** Calls a step, and looks until it has ended. */
    const take = async (name: string) => {
      let answer = await ask(name, 'call');
      for (let look = 0; answer?.state === 'waiting' && look < 20; look += 1)
        answer = await ask(name, 'look');
      return answer;
    };
    return { ask, take, ids: () => ids };
  };
  const account = (email = REQUEST.accountEmail) =>
    Object.values(aws.state.accounts).filter((one) => one.email === email);
  return { aws, provider, recipe, deployment, account };
}

/** What a call was told. */
export const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ProviderFailure)) throw new Error(`No failure of a provider: ${String(error)}`);
  return error;
};
