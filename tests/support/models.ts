import { resourcePath, type Resource } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { writableFields } from './factories.ts';
import { oneOfEachShape } from './shapes.ts';

/** What the shared suite shows of a model. */
export const capabilities = {
  read: ({ actions }: Resource) => actions.includes('read'),
  create: ({ actions }: Resource) => actions.includes('create'),
  update: ({ actions }: Resource) => actions.includes('update'),
  delete: ({ actions }: Resource) => actions.includes('delete'),
  record: ({ source }: Resource) => source === 'table',
  csv: ({ csv }: Resource) => csv !== undefined,
  unique: ({ fields, unique = [] }: Resource) =>
    unique.length > 0 || Object.values(fields).some((field) => field.unique !== undefined),
} as const;

export type Capability = keyof typeof capabilities;

/** The actions of which the model's history has lines where they are about one record. */
export const linesKept = <A extends string>(
  { history, actions: able }: Resource,
  actions: readonly A[],
): A[] =>
  history === 'none' ? [] : actions.filter((action) => action !== 'create' || able.includes('create'));

/** The references that somebody writes, as rows of name and field for `it.each`. */
export const referenceFields = (model: Resource, on: 'create' | 'update') =>
  writableFields(model, on).flatMap(([name, field]) =>
    field.kind === 'ref' ? [[name, field] as const] : [],
  );

/** The fields of which no two records may have the same value, as rows of name and message for `it.each`. */
export const uniqueFields = ({ fields }: Resource) =>
  Object.entries(fields).flatMap(([name, { unique }]) =>
    unique === undefined ? [] : [[name, unique] as const],
  );

/** Everything of which no two records may have the same: a field, or several together. */
export const uniqueRules = (model: Resource) => [
  ...uniqueFields(model).map(([name, message]) => ({ fields: [name], message })),
  ...(model.unique ?? []),
];

/** The references of a model to itself that may not lead in a circle, as rows for `it.each`. */
export const acyclicReferences = (model: Resource) =>
  registry
    .referencesTo(model)
    .flatMap(({ from, field, ref }) => (from === model && ref.acyclic ? [[field] as const] : []));

/** The fields of other models that refer to this one, as rows of model, field and declaration for `it.each`. */
export const referringFields = (model: Resource) =>
  registry.referencesTo(model).map(({ from, field }) => [from.name, field, from] as const);

/** What of a record is otherwise once it was deleted and brought back, by model. */
export const otherwiseBack: Record<string, Record<string, unknown>> = {
  // Its secret is in no history, so nothing can be signed until somebody has made another one.
  webhooks: {
    active: false,
    trouble:
      'It was deleted, and its secret with it. Make a new secret, give it to the receiver, and switch it on.',
  },
};

/** Models that lack a capability, each with its reason. A reason that no longer holds fails a test. */
export const exceptions: Partial<Record<Capability, Record<string, string>>> = {
  create: {
    select_options: 'The names are those of departments and business units.',
    inventory_differences: 'It is a view of what is held against the inventory.',
    microsoft_approvals: 'They come from Microsoft.',
    cloud_parents: 'They are fed from the clouds.',
    virtual_machines: 'They are fed from the clouds.',
    cloud_projects: 'They are fed from the clouds.',
    cloud_deployments: 'They are requests, whose steps say how they are.',
    ad_groups: 'They are read from the directory.',
    ad_people: 'They are read from the directory.',
    ad_permission_sets: 'They are read from the clouds.',
    ad_membership_changes: 'They are what two readings of the directory differ in.',
    spinco_sg_changes: 'They are requests, which say what became of each user.',
    drift_findings: 'It is a view of what people who left still own.',
    webhook_deliveries: 'They are what webhooks are told.',
  },
  update: {
    team_membership_tickets: 'It says what its sender wrote, and is completed by making a member of it.',
    select_options: 'The names are those of departments and business units.',
    inventory_differences: 'It is a view of what is held against the inventory.',
    cloud_parents: 'They are fed from the clouds.',
    virtual_machines: 'They are fed from the clouds.',
    cloud_projects: 'They are fed from the clouds.',
    cloud_deployments: 'They are requests, whose steps say how they are.',
    ad_groups: 'They are read from the directory.',
    ad_people: 'They are read from the directory.',
    ad_permission_sets: 'They are read from the clouds.',
    ad_membership_changes: 'They are what two readings of the directory differ in.',
    spinco_sg_changes: 'They are requests, which say what became of each user.',
    drift_findings: 'It is a view of what people who left still own.',
    webhook_deliveries: 'They are what webhooks are told.',
  },
  delete: {
    select_options: 'The names are those of departments and business units.',
    inventory_differences: 'It is a view of what is held against the inventory.',
    cloud_parents: 'They are fed from the clouds.',
    virtual_machines: 'They are fed from the clouds.',
    cloud_projects: 'They are fed from the clouds.',
    cloud_deployments: 'They are requests, whose steps say how they are.',
    ad_groups: 'They are read from the directory.',
    ad_people: 'They are read from the directory.',
    ad_permission_sets: 'They are read from the clouds.',
    ad_membership_changes: 'They are what two readings of the directory differ in.',
    spinco_sg_changes: 'They are requests, which say what became of each user.',
    drift_findings: 'It is a view of what people who left still own.',
    webhook_deliveries: 'They are what webhooks are told.',
  },
  record: {
    select_options: 'It is a view for selects, whose rows are no records.',
    inventory_differences: 'It is a view of what is held against the inventory.',
    drift_findings: 'It is a view of what people who left still own.',
  },
  unique: {
    select_options: 'It is a view for selects, whose rows are no records.',
    inventory_differences: 'It is a view of what is held against the inventory.',
    cloud_certifications: 'Somebody may hold the same certificate twice, one after the other.',
    cloud_bills: 'Two lines of an invoice may be alike.',
    cloud_survey_responses: 'An account may be asked about once a year.',
    cloud_deployments: 'What failed or was cancelled may be asked for again.',
    team_membership_tickets: 'Somebody may ask again.',
    faqs: 'The same question may be answered for two categories.',
    ad_membership_changes: 'Somebody may join, leave, and join again.',
    spinco_sg_changes: 'What failed may be asked for again.',
    drift_findings: 'It is a view of what people who left still own.',
    webhook_deliveries: 'The same record may be changed twice.',
  },
  csv: { select_options: 'It is a view for selects, which nobody downloads.' },
};

interface ModelLine {
  name: string;
  model: Resource;
  path: string;
}

const able = (wanted: readonly Capability[]) =>
  registry.all.filter((model) => wanted.every((capability) => capabilities[capability](model)));
const lineOf = (model: Resource): ModelLine => ({
  name: model.name,
  model,
  path: resourcePath(model.name),
});

/** The registered models that have these capabilities, as rows for `describe.each`. */
export const modelsWith = (...wanted: Capability[]): ModelLine[] => able(wanted).map(lineOf);

/**
 * Few of those models that have every shape: for what the mechanism refuses before it asks which model it is, so that a
 * further model of a known shape costs nothing.
 */
export const shapesWith = (...wanted: Capability[]): ModelLine[] =>
  oneOfEachShape(registry, able(wanted)).map(lineOf);
