import { businessUnits } from '#resources/business-units.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { requestTemplates } from '#resources/request-templates.ts';
import { sendAnswer, wantedBy } from '#tests/support/factory/baselines.ts';
import { test } from '#tests/support/factory-journey.ts';
import { startHookReceiver } from '#tests/support/hook-receiver.ts';
import { expect, expectUsableByEverybody, untilLoaded } from '#tests/support/journey.ts';

const OWNER = 'maya.okafor@example.com';
const BENCHMARK =
  '/providers/Microsoft.Authorization/policySetDefinitions/1f3afdf9-d0c9-4c3d-847f-89da613e70a8';
const GROUP = '33333333-3333-4333-8333-333333333333';

test('an account that begins from a template gets its baseline, and waits for the answer of a webhook', async ({
  page,
  factory,
  aws,
  apiAs,
}) => {
  const receiver = await startHookReceiver();
  const api = await apiAs('Maya Okafor');
  const hook = await api.post('/webhooks', {
    name: 'Network Team',
    url: receiver.url,
    events: ['budget.*'],
  });
  const made = await api.post<{ secret: string }>(`/webhooks/${hook.body.data.id}/new_secret`);
  await factory.create(costCenters, {
    active_at: '2020-01-01',
    expired_at: null,
    identifier: 'FACTORY-BASELINE',
  });
  await factory.create(departments, { name: 'Factory Baseline' });
  await factory.create(businessUnits, { name: 'Factory Baseline Unit' });
  const template = await factory.create(requestTemplates, {
    name: 'Landing Zone',
    kind: 'aws_account',
    description: null,
    placed_in: 'development',
    cost_center: 'FACTORY-BASELINE',
    cloud_contact_email: OWNER,
    business_unit_name: 'Factory Baseline Unit',
    department: 'Factory Baseline',
    project_name: 'Shop',
    billing_contact: OWNER,
    operations_contact: OWNER,
    security_contact: OWNER,
    missing_tags_emails: [],
    regions: [],
    budget_amount: null,
    group_access: [`ReadOnlyAccess for ${GROUP}`],
    resource_providers: [],
    azure_policies: null,
    google_services: [],
    awaited_webhook: 'Network Team',
    answer_hours: 8,
    baseline_required: false,
  });
  await page.goto(`/auth/view/request_templates/${template.id}`);
  const main = page.getByRole('main');
  await expect(main.getByText(`ReadOnlyAccess for ${GROUP}`).first()).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await page.goto(`/auth/create-aws-account?template=${template.id}`);
  await untilLoaded(page);
  const form = page.getByRole('form');
  await expect(form.getByRole('combobox', { name: 'Baseline', exact: true })).toHaveValue('Landing Zone');
  await form.getByRole('textbox', { name: 'Account Email', exact: true }).fill('landing@example.com');
  await form.getByRole('textbox', { name: 'Account Name', exact: true }).fill('landing-zone');
  const panel = page.getByRole('complementary', { name: 'What will be made' });
  await expect(panel).toContainText(`ReadOnlyAccess for ${GROUP}; waits up to 8 hours for Network Team`);
  await expect(panel).toContainText("Wait for the answer of 'Network Team'");
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await form.getByRole('button', { name: 'Submit' }).click();

  await expect(main.getByText(/'Network Team' may answer until .* UTC\./)).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await expect.poll(() => receiver.taken.length).toBe(1);
  const [told] = receiver.taken;
  if (!told) throw new Error('It was not told.');
  const body = '{"outcome":"done","note":"10.20.0.0/16 is attached"}';
  expect((await sendAnswer(made.body.data.secret, wantedBy(told), { body })).status).toBe(200);
  await expect(main.getByText("'Network Team' has answered: 10.20.0.0/16 is attached")).toBeVisible();
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible();
  const [account] = Object.values(aws.state.accounts).filter(({ name }) => name === 'landing-zone');
  expect(aws.state.assignments.filter((one) => one.account === account?.id)).toMatchObject([
    { principal: GROUP, principalType: 'GROUP' },
  ]);
  await receiver.close();
});

test('a template says which line of its policies is none, and the plan of a request what they are', async ({
  page,
  factory,
}) => {
  await factory.create(costCenters, {
    active_at: '2020-01-01',
    expired_at: null,
    identifier: 'FACTORY-POLICY',
  });
  const template = await factory.create(requestTemplates, {
    name: 'Governed Subscription',
    kind: 'azure_subscription',
    placed_in: 'sandboxes',
    cost_center: 'FACTORY-POLICY',
    cloud_contact_email: OWNER,
    budget_amount: null,
    group_access: [],
    resource_providers: [],
    azure_policies: null,
    awaited_webhook: null,
  });
  await page.goto(`/auth/edit/request_templates/${template.id}`);
  await untilLoaded(page);
  const policies = page.getByRole('textbox', { name: 'Azure Policies', exact: true });
  await policies.fill(`${BENCHMARK}\nallowed-locations`);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText("Line 2: 'allowed-locations' is no id of a policy").first()).toBeVisible();
  await expectUsableByEverybody(page);
  await policies.fill(BENCHMARK);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/request_templates/);

  await page.goto(`/auth/create-azure-subscription?template=${template.id}`);
  await untilLoaded(page);
  const form = page.getByRole('form');
  await form.getByRole('textbox', { name: 'Subscription Name', exact: true }).fill('governed');
  const initiative = 'the initiative 1f3afdf9-d0c9-4c3d-847f-89da613e70a8';
  const panel = page.getByRole('complementary', { name: 'What will be made' });
  await expect(panel).toContainText(`Assign ${initiative}`);
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(new RegExp(`${BENCHMARK}, as skyledger-`))).toBeVisible({ timeout: 60_000 });
});
