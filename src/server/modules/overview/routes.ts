import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MOST_COUNTED, type RecentChange, type WaitingWork } from '#kernel/overview.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { recentChanges } from '#server/engine/recent-changes.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { Statements } from '#server/engine/statements.ts';
import { zoneOf } from '#server/engine/time-zone.ts';
import { countWaiting } from '#server/engine/waiting.ts';
import type { Database } from '#server/platform/database/database.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { answers, arrayOf, doneBy, integer, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { numberOf, readTexts } from '#server/platform/http/query.ts';
import { workVisibleTo } from '#server/policies/own-work.ts';

interface OverviewParts {
  db: Database;
  services: EngineServices;
  /** Counts what waits outside of the models, whoever asks. */
  others: readonly ((db: Database) => Promise<WaitingWork>)[];
}

const tags = ['Overview'];
const WAITING = '/api/waiting';
const CHANGES = '/api/recent_changes';
const USUAL_CHANGES = 8;
const MOST_CHANGES = 50;

const total = object({ total: { ...integer, description: 'How many of them are answered.' } });
const more = { type: 'boolean', description: `Whether there are more than ${MOST_COUNTED}.` };
const waitingWork = object({
  list: text('The model, or what else has a list, such as jobs'),
  filter: text('by_<filter> of that list'),
  value: text('Its value'),
  label: text('What it is called'),
  tone: { type: 'string', enum: ['warning', 'bad', 'good'] },
  count: { ...integer, description: `Up to ${MOST_COUNTED}.` },
  more,
});
const change = object({
  at: doneBy.at,
  by: doneBy.by,
  action: { type: 'string', enum: ['create', 'import', 'update', 'delete', 'restore'] },
  model: text('Model'),
  count: { ...integer, description: 'How many records; of several the last one is named.' },
  more,
  id: integer,
  title: { type: ['string', 'null'], description: 'By what people recognise the record.' },
  fields: { ...arrayOf(text('Label')), description: 'What changed, where one record was changed.' },
});

/** What a day begins with: the work that waits, and what others did. */
export async function registerOverview(
  app: FastifyInstance,
  { db, services, others }: OverviewParts,
): Promise<void> {
  const { registry } = services;
  const statements = new Statements(() => db.countStatement());
  const onRequest = async (request: FastifyRequest) => void services.readable(request);
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    const waiting = {
      tags,
      summary: 'Count the work that waits',
      description: 'Each number is that of a list with a filter. Nothing is left out: a number may be 0.',
      response: answers(200, 'The numbers', object({ data: arrayOf(waitingWork), meta: total })),
    };
    scope.get(WAITING, { onRequest, schema: waiting }, async (request) => {
      noQuery(request);
      const counting = { registry, statements, zone: zoneOf(request) };
      const [inModels, ...elsewhere] = await Promise.all([
        countWaiting(db, services.readable(request), counting),
        countFailedJobs(db, workVisibleTo(askedBy(request))),
        ...others.map((count) => count(db)),
      ]);
      const data = [...inModels, ...elsewhere];
      return { data, meta: { total: data.length } } satisfies { data: WaitingWork[]; meta: object };
    });

    const changes = {
      tags,
      summary: 'List what was changed last, whatever the model',
      description: 'What one request did to several records of a model is one change.',
      querystring: object(
        { limit: { type: 'integer', minimum: 1, maximum: MOST_CHANGES, default: USUAL_CHANGES } },
        ['limit'],
      ),
      response: answers(200, 'The newest first', object({ data: arrayOf(change), meta: total })),
    };
    scope.get(CHANGES, { onRequest, schema: changes }, async (request) => {
      const limit = readTexts(request.query, ['limit']).get('limit');
      const most = limit === undefined ? USUAL_CHANGES : numberOf('limit', limit, MOST_CHANGES);
      const data = await recentChanges(db, registry, services.readable(request), most);
      return { data, meta: { total: data.length } } satisfies { data: RecentChange[]; meta: object };
    });
    for (const url of [WAITING, CHANGES]) refuseOtherMethods(scope, url, ['GET']);
  });
}

/** @param who whose jobs; null for everybody's */
async function countFailedJobs(db: Database, who: string | null): Promise<WaitingWork> {
  const { rows } = await db.query<{ count: number }>({
    name: 'failed-jobs',
    text: `SELECT count(*)::integer AS count FROM (
      SELECT FROM jobs WHERE state = 'failed' AND created_by = coalesce($1, created_by) LIMIT ${MOST_COUNTED + 1}) found`,
    values: [who],
  });
  const count = rows[0]?.count ?? 0;
  return {
    list: 'jobs',
    filter: 'state',
    value: 'failed',
    label: 'Failed',
    tone: 'bad',
    count: Math.min(count, MOST_COUNTED),
    more: count > MOST_COUNTED,
  };
}
