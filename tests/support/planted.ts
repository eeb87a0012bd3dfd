import type { Values } from '#kernel/input.ts';
import { registry } from '#resources/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Api, Row } from './api.ts';
import { Factory, writableFields } from './factories.ts';
import { modelsWith } from './models.ts';
import type { TestPortal } from './portal.ts';

/** The word in every text of what is not the owner's: wherever it comes up, somebody sees too much. */
export const PLANTED = 'xenoplant';
/** Who owns what `plant` makes for them. */
export const OWNER = 'owner.walks@example.com';

/** The texts of a record of others, each with the word. */
function plantedTexts(model: Resource, n: number): Values {
  const texts: Values = {};
  for (const [name, field] of writableFields(model, 'create')) {
    const word = `${PLANTED} ${n} ${name}`;
    if (field.kind === 'long-text' && field.format === 'policies')
      texts[name] = `/providers/Microsoft.Authorization/policyDefinitions/${PLANTED}-${n}`;
    else if (field.kind === 'mention' || field.kind === 'long-text') texts[name] = word;
    else if (field.kind === 'rich-text') texts[name] = `<p>${word}</p>`;
    else if (field.kind !== 'text') continue;
    else if (field.format === 'email') texts[name] = `${PLANTED}.${n}@example.com`;
    else if (field.format === undefined && (field.max ?? 255) >= word.length) texts[name] = word;
  }
  return texts;
}

/**
 * Makes a record of each model that is others', with the word in its texts, and records of `OWNER`.
 * @returns the ids of the records of others and of the owner's, by model
 */
export async function plant(
  portal: TestPortal,
): Promise<{ others: Map<string, number>; own: Map<string, Row[]> }> {
  const others = new Map<string, number>();
  const of = async (email: string): Promise<{ api: Api; factory: Factory }> => {
    const api = await portal.signIn({ email, name: email, roles: ['admin'] });
    return { api, factory: new Factory(api, registry, portal.db) };
  };
  const stranger = await of(`${PLANTED}.admin@example.com`);
  let n = 0;
  let contact: number | undefined;
  for (const { model } of modelsWith('create', 'record')) {
    const texts = plantedTexts(model, ++n);
    // Whose budget it is, is one of three; an account that nobody knows is nobody's.
    const own = 'cloud_contact_id' in model.fields && contact ? { cloud_contact_id: contact } : {};
    const fits = model.name === 'budgets' ? { cost_center_id: null, business_units_id: null } : {};
    const row = await stranger.factory.create(model, { ...texts, ...own, ...fits });
    if (model.name === 'cloud_contacts') contact = row.id;
    others.set(model.name, row.id);
  }
  const read = registry.all.filter(
    ({ source, actions }) => source === 'table' && !actions.includes('create'),
  );
  for (const model of read)
    others.set(model.name, (await stranger.factory.create(model, plantedTexts(model, ++n))).id);
  await stranger.api.post('/list_views', {
    model: 'cost_centers',
    name: `${PLANTED} view`,
    shared: true,
    shown: {
      filters: { identifier: PLANTED },
      q: PLANTED,
      sort: null,
      group: null,
      per_page: 50,
      columns: null,
    },
  });
  await stranger.api.post('/auth/tokens', { name: `${PLANTED} token` });
  const keeper = await of('keeper@example.com');
  // Their values are made of other numbers, since some may be there once.
  for (let at = 0; at < 500; at += 1) keeper.factory.next();
  return { others, own: await plantOwn(keeper.factory) };
}

/** Records of the owner by each of the ways in which one is somebody's. */
async function plantOwn(factory: Factory): Promise<Map<string, Row[]>> {
  const own = new Map<string, Row[]>();
  const make = async (model: string, values: Values): Promise<Row> => {
    const row = await factory.create(registry.get(model), values);
    own.set(model, [...(own.get(model) ?? []), row]);
    return row;
  };
  // Addresses are compared as people write them.
  const contact = await make('cloud_contacts', { email: 'Owner.Walks@Example.com' });
  const center = await make('cost_centers', { cloud_contact_id: contact.id });
  const cost_center = String(center['identifier']);
  const network = await make('cost_center_networks', { cost_center_id: center.id });
  await make('project_ids', { cost_center_network_id: network.id });
  const account = await make('cloud_parents', { cost_center, cloud_contact_email: null });
  await make('cloud_parents', { cost_center: null, cloud_contact_email: OWNER });
  await make('virtual_machines', { cost_center });
  await make('cloud_projects', { cloud_contact_email: OWNER });
  await make('github_copilot_users', { cost_center, cloud_contact_email: null });
  await make('budgets', { cost_center_id: center.id });
  await make('budgets', { account: account['identifier'], cost_center_id: null, business_units_id: null });
  await make('cloud_survey_responses', { cloud_parent_id: account.id });
  const member = await make('members', { email: OWNER });
  await make('cloud_certifications', { member_id: member.id });
  await make('cloud_bills', { identifier: cost_center, cost_center_networks_id: null });
  return own;
}
