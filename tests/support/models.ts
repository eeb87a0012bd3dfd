import { resourcePath, type Resource } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';

/** What the shared suite shows of a model. */
export const capabilities = {
  read: ({ actions }: Resource) => actions.includes('read'),
  create: ({ actions }: Resource) => actions.includes('create'),
  update: ({ actions }: Resource) => actions.includes('update'),
  delete: ({ actions }: Resource) => actions.includes('delete'),
  record: ({ source }: Resource) => source === 'table',
  csv: ({ csv }: Resource) => csv !== undefined,
} as const;

export type Capability = keyof typeof capabilities;

/** Models that lack a capability, each with its reason. A reason that no longer holds fails a test. */
export const exceptions: Partial<Record<Capability, Record<string, string>>> = {
  create: { select_options: 'The names are those of departments and business units.' },
  update: { select_options: 'The names are those of departments and business units.' },
  delete: { select_options: 'The names are those of departments and business units.' },
  record: { select_options: 'It is a view for selects, whose rows are no records.' },
  csv: { select_options: 'It is a view for selects, which nobody downloads.' },
};

/** The registered models that have these capabilities, as rows for `describe.each`. */
export function modelsWith(...wanted: Capability[]): { name: string; model: Resource; path: string }[] {
  return registry.all
    .filter((model) => wanted.every((capability) => capabilities[capability](model)))
    .map((model) => ({ name: model.name, model, path: resourcePath(model.name) }));
}
