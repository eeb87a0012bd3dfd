import { useQueries } from '@tanstack/react-query';
import { hyphenated, type CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { Values } from '#kernel/input.ts';
import { registry } from '#resources/registry.ts';
import { listQuery, type RecordRow } from '#web/data/queries.ts';
import { textOf } from '#web/generic/inputs/input-props.ts';

/** The fields that show which record it is, beside its name: who owns it, or what it belongs to. */
const DETAILS = [
  'cloud_contact_email',
  'cost_center_owner',
  'sap_project_name',
  'ppm_project_name',
  'wbs',
  'name',
  'abbreviation',
];

/** A record in a few words beside its name; empty where it has none of these. */
export function aboutRecord(record: Values): string {
  const words = DETAILS.map((name) => textOf(record[name])).filter(Boolean);
  return [...words, textOf(record['business_unit_name'])].filter(Boolean).slice(0, 2).join(' · ');
}

/** Whoever pays, as the reference data has it. */
export interface Charged {
  /** The name of the model, such as 'Cost Center'. */
  kind: string;
  model: string;
  record: RecordRow;
}

/** So many whose name holds what was typed are looked at; the one that is meant is the shortest of them. */
const LOOKED_AT = 20;

/** Who is charged by a request with these values; undefined while nobody knows, null where it names nobody. */
export function useCharged(request: CloudRequest, values: Values): Charged | null | undefined {
  const field = request.tags.cost_center ?? '';
  const name = textOf(values[field]).trim();
  const source = request.choices[field];
  const models = source && 'models' in source ? source.models : [];
  const answers = useQueries({
    queries: models.map(({ model, by, query }) => ({
      ...listQuery(model, { ...query, [`by_${by}`]: name, page: 1, per_page: LOOKED_AT, sort: by }),
      enabled: name !== '',
      staleTime: 30_000,
    })),
  });
  if (name === '') return null;
  const known = models.flatMap(({ model, by }, at) => {
    const record = answers[at]?.data?.data.find((one) => {
      const plain = textOf(one[by]);
      return [plain, hyphenated(plain)].some((word) => word.toLowerCase() === name.toLowerCase());
    });
    return record ? [{ kind: registry.find(model)?.label[0] ?? model, model, record }] : [];
  });
  return known[0] ?? (answers.some(({ isPending }) => isPending) ? undefined : null);
}
