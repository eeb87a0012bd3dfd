import { describe, expect, it } from 'vitest';
import type { RequestPreview } from '#calls/factory.ts';
import { requestTemplates } from '#resources/request-templates.ts';
import { addBaseline } from '#tests/support/factory/baselines.ts';
import { azureInSight } from '#tests/support/factory/clouds.ts';
import type { Deployment } from '#tests/support/factory/desk.ts';
import { FAULTS } from '#tests/support/factory/faults-of.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';

const LOCATIONS = '/providers/Microsoft.Authorization/policyDefinitions/e56962a6-4747-49cd-b67b-bf8b01975c4c';
const BENCHMARK =
  '/providers/Microsoft.Authorization/policySetDefinitions/1f3afdf9-d0c9-4c3d-847f-89da613e70a8';
/** Inherit a tag from the subscription. */
const CHANGING = '/providers/Microsoft.Authorization/policyDefinitions/b27a0cbd-a167-4dfa-ae64-4337be671140';
const allowed = (...places: string[]) =>
  `${LOCATIONS} ${JSON.stringify({ listOfAllowedLocations: { value: places } })}`;

const { cloud: own, state } = azureInSight();

describe('policies of a subscription', () => {
  const factory = withFactory(own, restless, {});
  const assigned = ({ identifier }: Deployment) =>
    state().policies.filter(({ subscriptionId }) => subscriptionId === identifier);
  const stepOf = ({ steps }: Deployment, name: string) => steps.find((one) => one.name === name);
  const asked = async (name: string, policies: string, required = false) => {
    const more = await addBaseline(factory.db, own, { policies, required });
    return factory.desk.over((await factory.desk.ask(own, name, more)).id);
  };

  it.each(FAULTS)('are assigned once where a call for it is %s', { timeout: 400_000 }, async (fault) => {
    factory.simulator.faults.plan('PolicyAssignments_Get', fault);
    factory.simulator.faults.plan('PolicyAssignments_Create', fault);
    const over = await asked(`policies-${fault}`, `${allowed('westeurope', 'northeurope')}\n${BENCHMARK}`);
    factory.simulator.faults.clear();
    expect(over).toMatchObject({ state: 'done', error: null });
    expect(assigned(over).map(({ properties }) => properties)).toMatchObject([
      {
        policyDefinitionId: LOCATIONS,
        parameters: { listOfAllowedLocations: { value: ['westeurope', 'northeurope'] } },
      },
      { policyDefinitionId: BENCHMARK, displayName: expect.stringMatching(/^Skyledger: Baseline \d+ of/) },
    ]);
    const [first, second] = assigned(over).map(({ name }) => name);
    expect(stepOf(over, 'baseline_policy_1')).toMatchObject({
      state: 'done',
      note: `${LOCATIONS}, as ${first}.`,
    });
    expect(stepOf(over, 'baseline_policy_2')?.note).toBe(`${BENCHMARK}, as ${second}.`);
  });

  it('have the same name with the same parameters, and another one with others', async () => {
    const nameOf = async (account: string, policies: string) =>
      assigned(await asked(account, policies)).map(({ name }) => name);
    const [one] = await nameOf('named-1', allowed('westeurope'));
    expect(one).toMatch(/^skyledger-[0-9a-f]{32}$/);
    const spaced = `${LOCATIONS.toUpperCase().replace('POLICYDEFINITIONS', 'policyDefinitions')}  {"listOfAllowedLocations" : {"value": ["westeurope"]}}`;
    expect(await nameOf('named-2', spaced)).toEqual([one]);
    expect(await nameOf('named-3', allowed('Westeurope'))).not.toEqual([one]);
  });

  it('that Azure does not have, or cannot assign so, are said so', { timeout: 400_000 }, async () => {
    const nothing = `${LOCATIONS.slice(0, -1)}0`;
    const over = await asked(
      'policies-unknown',
      [nothing, `${BENCHMARK}0`, LOCATIONS, CHANGING, BENCHMARK].join('\n'),
    );
    expect(over).toMatchObject({ state: 'done', error: null });
    const notes = [1, 2, 3, 4].map((at) => stepOf(over, `baseline_policy_${at}`));
    expect(notes).toMatchObject([
      {
        state: 'skipped',
        note: expect.stringContaining(`The policy definition '${nothing}' could not be found.`),
      },
      { state: 'skipped', note: expect.stringContaining('The policy set definition') },
      {
        state: 'skipped',
        note: expect.stringContaining("missing the parameter(s) 'listOfAllowedLocations'"),
      },
      { state: 'skipped', note: expect.stringContaining("must include a 'managed identity'") },
    ]);
    expect(assigned(over).map(({ properties }) => properties['policyDefinitionId'])).toEqual([BENCHMARK]);
  });

  it('that are required fail the deployment where Azure refuses them', { timeout: 400_000 }, async () => {
    expect(await asked('policies-required', LOCATIONS, true)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^Azure refuses to assign the policy: .*'listOfAllowedLocations'/),
    });
  });

  it('are in the plan, and what is wrong with a line is an error of the request', async () => {
    const plan = async (policies: string) => {
      const body = await factory.desk.body(own, 'planned-policies');
      const more = await addBaseline(factory.db, own, { policies });
      const { text } = await factory.api.post(own.path, { ...body, ...more, dry_run: true });
      return (JSON.parse(text) as RequestPreview).data;
    };
    const good = await plan(BENCHMARK);
    const initiative = 'the initiative 1f3afdf9-d0c9-4c3d-847f-89da613e70a8';
    expect(good.errors).toEqual([]);
    expect(good.plan?.settings.at(-1)).toEqual({ label: 'Baseline', value: `assigns ${initiative}` });
    expect(good.plan?.steps.at(-1)).toBe(`Assign ${initiative}`);
    const { errors } = await plan(`${BENCHMARK}\nallowed-locations`);
    expect(errors).toMatchObject([
      {
        field: 'baseline_template',
        message: expect.stringContaining(
          "cannot be followed: Azure Policies, line 2: 'allowed-locations' is",
        ),
      },
    ]);
  });

  it('are refused in a template by their lines, also in a file', async () => {
    const template = {
      name: 'With Policies',
      kind: 'azure_subscription',
      azure_policies: `${BENCHMARK}\nnone`,
    };
    const { status, text } = await factory.api.post(`/${requestTemplates.name}`, template);
    expect(status).toBe(422);
    expect(JSON.parse(text)).toMatchObject({
      errors: [{ field: 'azure_policies', message: expect.stringMatching(/^Line 2: 'none' is no id/) }],
    });
    const fine = { ...template, azure_policies: `${BENCHMARK}\n${allowed('westeurope')}` };
    const made = await factory.api.post<{ azure_policies: string }>(`/${requestTemplates.name}`, fine);
    expect(made.status).toBe(201);
    expect(made.body.data.azure_policies).toBe(fine.azure_policies);
    const imported = async (policies: string) => {
      const row = { name: 'Of a File', kind: 'Azure Subscription', azure_policies: policies };
      return factory.api.post(`/${requestTemplates.name}/import_json`, { data: [row] });
    };
    const refused = await imported(template.azure_policies);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Line 2: 'none' is no id");
    expect((await imported(fine.azure_policies)).status).toBe(201);
    const { rows } = await factory.db.query(
      `SELECT azure_policies FROM request_templates WHERE name = 'Of a File'`,
    );
    expect(rows).toEqual([{ azure_policies: fine.azure_policies }]);
  });
});
