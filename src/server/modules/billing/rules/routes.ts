import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BILL_PROVIDERS, COMMITTING_CLOUDS, RUN_STATES } from '#kernel/billing/runs.ts';
import { invalid } from '#kernel/errors.ts';
import { MAX_ID } from '#kernel/ids.ts';
import {
  answers,
  arrayOf,
  integer,
  keyHeader,
  object,
  orNull,
  text,
  textOrNull,
  type JsonSchema,
} from '#server/platform/http/describe.ts';
import { heavyWorkFor } from '#server/platform/http/heavy-answer.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { guardBilling, guardReading, tags, type BillingParts } from '../parts.ts';
import { fieldsOf, unknownFields } from '../routes/fields-of.ts';
import { changeOpenRun } from '../runs/reallocate.ts';
import { readRunId } from '../runs/run.ts';
import { money } from '../money.ts';
import { run, runParams } from '../schemas.ts';
import { previewRules } from './preview.ts';
import { addVersion, readRules, readVersions } from './versions.ts';

const proportional = object({ split: { const: 'proportional' } });
const keptPlace = {
  place: text('The place that a file gives of what has no account, as exceptions have it.'),
  cost_center_id: integer,
};
const integerOrNull = { type: ['integer', 'null'] };

/** Who bears the commitments of each cloud. @param more what is told of the cost center beside its id */
const commitments = (more: Record<string, JsonSchema>, optional: { clouds: string[]; ids: string[] }) => {
  const buyer = object({ charge: { const: 'buyer' } });
  const effective = object(
    { charge: { const: 'effective_cost' }, unused_cost_center_id: integerOrNull, ...more },
    optional.ids,
  );
  return {
    description:
      'Who bears reservations and savings plans: the buyer, as they are billed, or by effective cost who used them, and what nobody used a cost center, or the buyer where that is null.',
    ...object(
      Object.fromEntries(COMMITTING_CLOUDS.map((cloud) => [cloud, { anyOf: [buyer, effective] }])),
      optional.clouds,
    ),
  };
};
const version = object({
  version: integer,
  shared: {
    description: 'How what belongs to no account is charged.',
    anyOf: [proportional, object({ cost_center_id: integer, cost_center: textOrNull })],
  },
  places: {
    description: 'Who is charged for purchases and usage without an account, which are never split.',
    ...arrayOf(object({ ...keptPlace, cost_center: textOrNull })),
  },
  commitments: commitments({ unused_cost_center: textOrNull }, { clouds: [], ids: [] }),
  current: { type: 'boolean', description: 'Whether runs that begin now use it.' },
  open_runs: { ...integer, description: 'How many open runs use it.' },
  runs: { ...integer, description: 'How many runs keep it, whatever their state.' },
  created_by: text('Who added it'),
  created_at: { type: ['string', 'null'], format: 'date-time', description: 'null before the first run.' },
});
const place = {
  description: 'null for what nobody is charged for.',
  ...orNull(
    object({
      company_code: text('Company code'),
      gl_account: text('GL account'),
      cost_center: textOrNull,
      wbs_element: textOrNull,
    }),
  ),
};
const preview = object({
  runs: arrayOf(
    object({
      id: integer,
      provider: { enum: BILL_PROVIDERS },
      month: text('YYYY-MM'),
      state: { enum: RUN_STATES },
      rules_version: { ...integer, description: 'The version that it was allocated by.' },
      moves: {
        description: 'The largest first; of many the first hundred.',
        ...arrayOf(
          object({
            reference: text('Invoice number'),
            currency: text('Such as EUR'),
            amount: money,
            from: place,
            to: place,
          }),
        ),
      },
      moves_total: { ...integer, description: 'How many moves there are.' },
    }),
  ),
});

const asked = object(
  {
    shared: { anyOf: [proportional, object({ cost_center_id: integer })] },
    places: {
      description: 'Those of the newest version unless told.',
      ...arrayOf(object(keptPlace)),
    },
    commitments: commitments({}, { clouds: [...COMMITTING_CLOUDS], ids: ['unused_cost_center_id'] }),
    preview: {
      type: 'boolean',
      description: 'Only tell what it would move in the open runs.',
      default: false,
    },
  },
  ['places', 'commitments', 'preview'],
);
const taken = object({ rules_version: { ...integer, description: 'The newest one unless told.' } }, [
  'rules_version',
]);

/** The versions of the rules, and taking one for a run on purpose. */
export function ruleRoutes(scope: FastifyInstance, parts: BillingParts): void {
  const { db, services } = parts;
  scope.get(
    '/api/billing_rules',
    {
      onRequest: async (request: FastifyRequest) => void guardReading(request),
      schema: {
        tags,
        summary: 'List the versions of the billing rules, the newest first',
        response: answers(200, 'All of them', object({ data: arrayOf(version) })),
      },
    },
    async (request) => {
      noQuery(request);
      return { data: await readVersions(db) };
    },
  );
  scope.post(
    '/api/billing_rules',
    {
      onRequest: async (request: FastifyRequest) => void guardBilling(request),
      schema: {
        tags,
        summary: 'Add a version of the billing rules, or tell what it would move',
        description:
          'Runs that begin from now on use it; each of those that are there keeps its own until it takes this one.',
        headers: keyHeader,
        body: { anyOf: [asked, object({ billing_rule: asked })] },
        response: {
          ...answers(201, 'It was added', object({ data: version }), [409, 422]),
          ...answers(200, 'What it would move in the open runs', object({ data: preview })),
        },
      },
    },
    async (request, reply) => {
      const { email } = guardBilling(request);
      noQuery(request);
      const { rules, preview: onlyTold } = readRules(fieldsOf(request.body, 'billing_rule'));
      if (onlyTold) {
        const runs = await heavyWorkFor(reply).run(() => previewRules(db, rules, email));
        return { data: { runs } };
      }
      return services.once(request, reply, async (tx) => {
        const added = await addVersion(tx, rules, email);
        const versions = await readVersions(tx);
        return { status: 201, body: { data: versions.find((one) => one.version === added) } };
      });
    },
  );
  scope.post<{ Params: { id: string } }>(
    '/api/billing_runs/:id/allocate',
    {
      onRequest: async (request: FastifyRequest) => void guardBilling(request),
      schema: {
        tags,
        summary:
          'Allocate a billing run anew, by the reference data as they are now and a version of the rules',
        params: runParams,
        headers: keyHeader,
        body: { anyOf: [taken, object({ billing_run: taken })] },
        response: answers(
          202,
          'It is allocated anew',
          object({ data: object({ billing_run: run, job: { $ref: 'job#' } }) }),
          [404, 409, 422],
        ),
      },
    },
    async (request, reply) => {
      noQuery(request);
      const wanted = readVersion(fieldsOf(request.body));
      const id = readRunId(request.params.id);
      const refused = 'it is not allocated anew';
      return changeOpenRun(parts, request, reply, { id, refused }, async (tx, held) => {
        const versions = await readVersions(tx);
        const found = versions.find((one) => (wanted === null ? one.current : one.version === wanted));
        if (!found)
          throw invalid([{ field: 'rules_version', message: `There is no version ${wanted} of the rules.` }]);
        await tx.query('UPDATE billing_runs SET rules_version = $2 WHERE id = $1', [id, found.version]);
        if (found.version === held.rules_version)
          return { name: 'Allocate it anew', detail: 'By the reference data as they are now.' };
        return {
          name: `Take version ${found.version} of the rules`,
          detail: `It was allocated by version ${held.rules_version}.`,
        };
      });
    },
  );
}

/** The version that a body asks for; null for the newest. @throws {Refusal} 422 */
function readVersion(body: Record<string, unknown>): number | null {
  const { rules_version: wanted } = body;
  const errors = unknownFields(body, ['rules_version']);
  const isVersion = Number.isInteger(wanted) && Number(wanted) > 0 && Number(wanted) <= MAX_ID;
  if (wanted !== undefined && wanted !== null && !isVersion)
    errors.push({ field: 'rules_version', message: 'rules_version must be the number of a version.' });
  if (errors.length > 0) throw invalid(errors);
  return isVersion ? Number(wanted) : null;
}
