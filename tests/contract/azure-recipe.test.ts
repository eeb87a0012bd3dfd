import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Values } from '#kernel/input.ts';
import { azureRecipe, refusedTags, type AzureSettings } from '#server/modules/factory/clouds/azure.ts';
import { createGroupTree } from '#server/modules/factory/clouds/azure-groups.ts';
import type { Recipe, Step, StepAnswer, StepContext } from '#server/modules/factory/ledger/step.ts';
import type { AzureOptions } from '#simulators/azure/azure.ts';
import { azureOfTest, failureOf } from '#tests/support/azure.ts';

const REQUEST = {
  subscription_name: 'Payments-Test',
  group_id: 'test',
  cost_center_tag: 'CC-1000',
  owner_tag: 'ada@example.com',
  project_name_tag: 'Payments',
};
const TAGS = { CostCenter: 'CC-1000', Owner: 'ada@example.com', ProjectName: 'Payments' };

async function recipeOfTest(options: AzureOptions = {}, settings: Partial<AzureSettings> = {}) {
  const { azure, simulator } = await azureOfTest(options);
  const recipe = azureRecipe(azure, { productionGroups: ['production', 'online'], owner: null, ...settings });
  return { azure, simulator, recipe };
}

const contextOf = (
  ids: Record<string, string> = {},
  request: Values = REQUEST,
  doneAt: Record<string, string> = {},
): StepContext => ({
  deployment: 7,
  request,
  ids,
  doneAt,
  requestedBy: 'ada@example.com',
  signal: new AbortController().signal,
});

function stepOf({ steps }: Recipe, name: string): Step {
  const found = steps.find((step) => step.name === name);
  if (!found) throw new Error(`There is no step ${name}.`);
  return found;
}

/** Runs a step as often as it says that it waits. */
async function through(step: Step, context: StepContext): Promise<StepAnswer> {
  const input = await step.input(context);
  let answer = await step.call(context, input);
  await expect
    .poll(async () => {
      if (answer.state === 'waiting' && step.look) answer = (await step.look(context, input)) ?? answer;
      return answer.state;
    })
    .not.toBe('waiting');
  return answer;
}

describe('the subscription', () => {
  it('is made with its group, its type and its tags, and is known by its id', async () => {
    const { recipe, simulator } = await recipeOfTest();
    const context = contextOf({}, { ...REQUEST, group_id: 'production' });
    const { ids = {} } = await through(stepOf(recipe, 'create_subscription'), context);
    const [made] = simulator.state.subscriptions;
    expect(made).toMatchObject({ displayName: 'Payments-Test', group: 'production', tags: TAGS });
    expect(simulator.state.aliases[0]).toMatchObject({ workload: 'Production' });
    expect(recipe.identifier(ids)).toBe(made?.id);
    expect(recipe.inventory({ request: context.request, ids })).toEqual({
      provider_type: 'AzureCloudParent',
      name: 'Payments-Test',
      environment: 'production',
    });
  });

  it('counts as the environment that is nearest to it on the path of its management groups', async () => {
    const { azure } = await azureOfTest();
    const groups = async () => [{ id: 'shop', name: 'Shop', above: ['Root', 'Non-Production', 'Test'] }];
    const recipe = azureRecipe({ ...azure, groups }, { productionGroups: [], owner: null });
    const context = contextOf({}, { ...REQUEST, group_id: 'shop' });
    const { groupPath } = await stepOf(recipe, 'create_subscription').input(context);
    const ids = { management_group: 'Shop', management_group_path: String(groupPath) };
    expect(recipe.inventory({ request: context.request, ids })).toMatchObject({ environment: 'test' });
  });

  it('is found again by the alias of its deployment, whatever became of the answer', async () => {
    const { recipe, simulator } = await recipeOfTest();
    const step = stepOf(recipe, 'create_subscription');
    const input = await step.input(contextOf());
    expect(input['alias']).toMatch(/^skyledger-7-[0-9a-f]{8}$/);
    expect(await step.find?.(contextOf(), input)).toBeNull();
    simulator.faults.plan('Alias_Create', 'lost');
    expect(await failureOf(step.call(contextOf(), input))).toMatchObject({ kind: 'ambiguous' });
    const found = await step.find?.(contextOf(), input);
    expect(found).toMatchObject({ state: 'done', ids: { alias: input['alias'] } });
    expect(simulator.state.subscriptions).toHaveLength(1);
  });

  it('of another deployment with the same number is another one', async () => {
    const { recipe } = await recipeOfTest();
    const step = stepOf(recipe, 'create_subscription');
    const [one, other] = await Promise.all([step.input(contextOf()), step.input(contextOf())]);
    expect(one['alias']).not.toBe(other['alias']);
  });

  it('is waited for until Azure has it', async () => {
    const { recipe } = await recipeOfTest({ delaySeconds: 0.3 });
    const step = stepOf(recipe, 'create_subscription');
    const input = await step.input(contextOf());
    const begun = await step.call(contextOf(), input);
    expect(begun).toMatchObject({
      state: 'waiting',
      lookAgain: 1,
      ids: { subscription_id: expect.any(String) },
    });
    await expect.poll(() => step.look?.(contextOf(), input)).toMatchObject({ state: 'done' });
  });

  it('that Azure gave up is asked for anew by Retry', async () => {
    const { recipe, simulator } = await recipeOfTest();
    const step = stepOf(recipe, 'create_subscription');
    const input = await step.input(contextOf());
    simulator.faults.plan('Alias_Create', 'stuck');
    await step.call(contextOf(), input);
    const [alias] = simulator.state.aliases;
    if (alias) alias.isFailed = true;
    expect(await failureOf(step.look?.(contextOf(), input) ?? Promise.resolve())).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/^Azure began the subscription and gave up\. Retry asks for it anew/),
    });
    expect(await step.find?.(contextOf(), input)).toBeNull();
    expect(await step.call(contextOf(), input)).toMatchObject({ ids: { alias: input['alias'] } });
    expect(await step.look?.(contextOf(), input)).toMatchObject({ state: 'done' });
    expect(simulator.state.subscriptions).toHaveLength(1);
  });

  it('is not asked for where its group was removed meanwhile', async () => {
    const { recipe } = await recipeOfTest();
    const context = contextOf({}, { ...REQUEST, group_id: 'gone' });
    expect(await failureOf(stepOf(recipe, 'create_subscription').input(context))).toMatchObject({
      kind: 'refused',
      message: "Azure has no management group 'gone'. Ask for it anew with another one.",
    });
  });
});

/** A subscription that is there, and the ids that its deployment knows. */
const there = (more: object = {}) => {
  const id = randomUUID();
  const ids = { subscription_id: id, management_group_id: 'test', management_group: 'test' };
  return { ids, initial: { subscriptions: [{ id, displayName: 'Payments-Test', group: 'test', ...more }] } };
};

describe('its place', () => {
  it('is left as it is where it is right', async () => {
    const { ids, initial } = there();
    const { recipe, simulator } = await recipeOfTest({ initial });
    const answer = await through(stepOf(recipe, 'place_subscription'), contextOf(ids));
    expect(answer).toEqual({ state: 'done', note: 'It lies in test.' });
    expect(simulator.faults.calls('ManagementGroupSubscriptions_Create')).toBe(0);
  });

  it('is corrected where it lies in the root group', async () => {
    const { ids, initial } = there({ group: undefined });
    const { recipe, simulator } = await recipeOfTest({ initial });
    const answer = await through(stepOf(recipe, 'place_subscription'), contextOf(ids));
    expect(answer).toEqual({ state: 'done', note: 'It was moved to test.' });
    expect(simulator.state.subscriptions[0]?.group).toBe('test');
  });

  it('is the same after a conflict, asked for once more', async () => {
    const { ids, initial } = there({ group: undefined });
    const { recipe, simulator } = await recipeOfTest({ initial });
    const step = stepOf(recipe, 'place_subscription');
    simulator.faults.plan('ManagementGroupSubscriptions_Create', 'conflict');
    expect(await failureOf(step.call(contextOf(ids), await step.input(contextOf(ids))))).toMatchObject({
      kind: 'ambiguous',
    });
    expect(await through(step, contextOf(ids))).toMatchObject({ state: 'done', note: 'It lies in test.' });
  });

  it('is asked for again while Azure does not know the subscription', async () => {
    const { recipe } = await recipeOfTest();
    const step = stepOf(recipe, 'place_subscription');
    const context = contextOf(there().ids);
    expect(await step.call(context, await step.input(context))).toEqual({
      state: 'waiting',
      note: 'Azure does not know the new subscription everywhere yet.',
      lookAgain: 1,
    });
  });
});

describe('the rights on it', () => {
  const minutesAgo = (minutes: number) => ({
    create_subscription: new Date(Date.now() - minutes * 60_000).toISOString(),
  });

  it.each(['place_subscription', 'check_tags', 'assign_role'])(
    'are waited for by %s while it is new, and are missing after that',
    async (name) => {
      const owner = { role: 'Contributor', group: '6b6f1c2e-0b7e-4a53-9a55-3b8f5c1d2e3f' };
      const { ids, initial } = there({ rightsAt: Date.now() + 3_600_000 });
      const { recipe, simulator } = await recipeOfTest({ initial }, { owner });
      const step = stepOf(recipe, name);
      const called = async (minutes: number) => {
        const context = contextOf(ids, REQUEST, minutesAgo(minutes));
        return step.call(context, await step.input(context));
      };
      expect(await called(14)).toEqual({
        state: 'waiting',
        note: 'Azure has not given the portal its rights on the new subscription yet.',
        lookAgain: 1,
      });
      expect(await failureOf(called(16))).toMatchObject({ kind: 'refused', code: 'AuthorizationFailed' });
      for (const one of simulator.state.subscriptions) one.rightsAt = 0;
      expect(await through(step, contextOf(ids, REQUEST, minutesAgo(14)))).toMatchObject({ state: 'done' });
    },
  );
});

describe('its tags', () => {
  it('are read where they are there', async () => {
    const { ids, initial } = there({ tags: TAGS });
    const { recipe, simulator } = await recipeOfTest({ initial });
    expect(await through(stepOf(recipe, 'check_tags'), contextOf(ids))).toMatchObject({ state: 'done' });
    expect(simulator.faults.calls('Tags_UpdateAtScope')).toBe(0);
  });

  it('are written where some are missing or say something else; others stay', async () => {
    const { ids, initial } = there({ tags: { CostCenter: 'CC-9', 'made-by': 'policy' } });
    const { recipe, simulator } = await recipeOfTest({ initial });
    expect(await through(stepOf(recipe, 'check_tags'), contextOf(ids))).toMatchObject({ state: 'done' });
    expect(simulator.state.subscriptions[0]?.tags).toEqual({ ...TAGS, 'made-by': 'policy' });
  });

  it('that arrive late are waited for', async () => {
    const { ids, initial } = there({ tags: TAGS, tagsSeenAt: Date.now() });
    const { recipe, simulator } = await recipeOfTest({ initial, tagDelaySeconds: 0.3 });
    expect(await through(stepOf(recipe, 'check_tags'), contextOf(ids))).toMatchObject({ state: 'done' });
    expect(simulator.state.subscriptions[0]?.tags).toEqual(TAGS);
  });
});

describe('the role of its owners', () => {
  const owner = { role: 'Contributor', group: '6b6f1c2e-0b7e-4a53-9a55-3b8f5c1d2e3f' };

  it('is left out where no group is set', async () => {
    const { ids, initial } = there();
    const { recipe } = await recipeOfTest({ initial });
    expect(await through(stepOf(recipe, 'assign_role'), contextOf(ids))).toEqual({
      state: 'skipped',
      note: 'AZURE_OWNER_GROUP is not set.',
    });
  });

  it('is given once, however often it is asked for', async () => {
    const { ids, initial } = there();
    const { recipe, simulator } = await recipeOfTest({ initial }, { owner });
    const step = stepOf(recipe, 'assign_role');
    simulator.faults.plan('RoleAssignments_Create', 'lost');
    expect(await failureOf(step.call(contextOf(ids), await step.input(contextOf(ids))))).toMatchObject({
      kind: 'ambiguous',
    });
    for (let time = 0; time < 2; time += 1)
      expect(await through(step, contextOf(ids))).toMatchObject({ state: 'done' });
    expect(simulator.state.assignments).toMatchObject([{ principalId: owner.group, principalType: 'Group' }]);
  });

  it('that the group has already is as good', async () => {
    const { ids, initial } = there();
    const { recipe, simulator } = await recipeOfTest({ initial }, { owner });
    simulator.faults.plan('RoleAssignments_Create', 'conflict');
    expect(await through(stepOf(recipe, 'assign_role'), contextOf(ids))).toMatchObject({ state: 'done' });
  });

  it('that does not exist is said with what to set', async () => {
    const { ids, initial } = there();
    const { recipe } = await recipeOfTest({ initial }, { owner: { ...owner, role: 'Emperor' } });
    const step = stepOf(recipe, 'assign_role');
    expect(await failureOf(step.call(contextOf(ids), await step.input(contextOf(ids))))).toMatchObject({
      message: "Azure has no role 'Emperor'. Set AZURE_OWNER_ROLE to the name of one, and retry.",
    });
  });
});

describe('a request', () => {
  it('that Azure will take has no errors', async () => {
    const { recipe } = await recipeOfTest();
    expect(await recipe.check(REQUEST)).toEqual([]);
    expect(
      await recipe.check({ ...REQUEST, group_id: 'Production', subscription_type: 'Production' }),
    ).toEqual([]);
    expect(await recipe.check({})).toEqual([]);
  });

  it('for a type that disagrees with the management group is refused', async () => {
    const { recipe } = await recipeOfTest();
    expect(await recipe.check({ ...REQUEST, subscription_type: 'Production' })).toEqual([
      {
        field: 'subscription_type',
        message:
          "Subscriptions in 'test' are DevTest, not Production. Choose another management group, or leave the type out.",
      },
    ]);
    expect(
      await recipe.check({ ...REQUEST, group_id: 'online', subscription_type: 'DevTest' }),
    ).toMatchObject([{ field: 'subscription_type' }]);
  });

  it('for a management group that does not exist is refused', async () => {
    const { recipe } = await recipeOfTest();
    expect(await recipe.check({ ...REQUEST, group_id: 'nowhere' })).toEqual([
      { field: 'group_id', message: "Azure has no management group 'nowhere'. Choose one of the list." },
    ]);
  });

  it('for a name that a subscription of the tenant has is refused', async () => {
    const { ids, initial } = there();
    const { recipe } = await recipeOfTest({ initial });
    const id = ids.subscription_id;
    expect(await recipe.check({ ...REQUEST, subscription_name: 'payments-test' })).toEqual([
      {
        field: 'subscription_name',
        message: `There is a subscription called 'Payments-Test' already: ${id}. Choose another name.`,
      },
    ]);
  });

  it('has tags that Azure takes', () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`t${at}`, 'x']));
    expect(refusedTags(TAGS)).toEqual([]);
    expect(refusedTags(many)).toHaveLength(1);
    expect(refusedTags({ 'a/b': 'x' })).toHaveLength(1);
    expect(refusedTags({ ['a'.repeat(513)]: 'x' })).toHaveLength(1);
    expect(refusedTags({ Owner: 'x'.repeat(257) })).toMatchObject([{ field: 'owner_tag' }]);
  });

  it('shows beforehand where the subscription will lie and what it will be', async () => {
    const { recipe } = await recipeOfTest();
    expect(await recipe.plan({ ...REQUEST, group_id: 'production' })).toEqual({
      where: 'Tenant Root Group / landingzones / production',
      tags: Object.entries(TAGS).map(([key, value]) => ({ key, value })),
      settings: [
        { label: 'Subscription Type', value: 'Production' },
        { label: 'Billing Scope', value: '7654321/enrollmentAccounts/1234567' },
      ],
      steps: ['Create the subscription', 'Check its management group', 'Check its tags'],
    });
    expect(await recipe.plan({})).toMatchObject({ where: 'Simulator', tags: [] });
  });
});

describe('the management groups', () => {
  const group = (name: string) => ({ id: name, name, above: [] });

  it('are asked for once a minute, and nobody waits for what is kept', async () => {
    let asked = 0;
    let time = 0;
    const azure = { groups: async () => [group(`g${(asked += 1)}`)] };
    const tree = createGroupTree(azure, () => time);
    expect(await Promise.all([tree.groups(), tree.groups()])).toEqual([[group('g1')], [group('g1')]]);
    time = 61_000;
    expect(await tree.groups()).toEqual([group('g1')]);
    await expect.poll(() => tree.groups()).toEqual([group('g2')]);
    expect(asked).toBe(2);
  });

  it('are asked for anew where the wanted one is not among them', async () => {
    const { azure, simulator } = await azureOfTest();
    const tree = createGroupTree(azure);
    expect(await tree.find('Sandboxes')).toMatchObject({ id: 'sandboxes' });
    simulator.state.groups.push({ name: 'mg-new', displayName: 'New', parent: 'platform' });
    expect(await tree.find('new')).toMatchObject({ id: 'mg-new' });
  });

  it('that two have the name of are told apart by their ids alone', async () => {
    const groups = [group('one'), { ...group('two'), name: 'one' }, { ...group('three'), name: 'Twin' }];
    groups.push({ ...group('four'), name: 'Twin' });
    const tree = createGroupTree({ groups: async () => groups });
    expect(await tree.find('one')).toEqual(group('one'));
    expect(await tree.find('twin')).toBeNull();
  });

  it('are never told as none where Azure does not answer', async () => {
    const { azure, simulator } = await azureOfTest();
    const tree = createGroupTree(azure);
    simulator.faults.plan('Entities_List', 'failing');
    expect(await failureOf(tree.groups())).toMatchObject({ kind: 'away' });
    expect(await tree.groups()).not.toHaveLength(0);
  });
});
