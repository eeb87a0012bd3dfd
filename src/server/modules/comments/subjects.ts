import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { COMMENT } from '#kernel/comments/comments.ts';
import { notFound } from '#kernel/errors.ts';
import type { CommentAction } from '#kernel/history.ts';
import type { Resource } from '#kernel/resource.ts';
import { readableRecords } from '#server/engine/readable-records.ts';
import { noRecord } from '#server/engine/records.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { quoted } from '#server/engine/sql.ts';
import { historySql, keepsLine } from '#server/engine/writes/changes.ts';
import { keptWays, type Who } from '#server/engine/writes/write-statements.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** Something with comments, as the person of a request may read it. */
export interface Commented {
  /** What people call it: 'Cost Center 4711'. */
  called: string;
  /** Its page. */
  path: string;
  /** It can be commented: it is there, and not deleted. */
  isThere: boolean;
  /** Whoever sees anything sees it, so that a mail to a member may say what a comment on it says. */
  isForAll: boolean;
}

/** A kind of what has comments: a model, or something beside the models. */
export interface Subject {
  /** @throws {Refusal} 403 without the right to read such, 404 where there is none that the person may read */
  read: (runner: Runner, request: FastifyRequest, id: number) => Promise<Commented>;
  /** Keeps it from being deleted until the transaction ends. */
  hold: (tx: PoolClient, id: number) => Promise<void>;
  /** Writes a line of its history. */
  note: (tx: PoolClient, id: number, line: NotedComment, who: Who) => Promise<void>;
}

interface NotedComment {
  action: CommentAction;
  from?: string;
  to?: string;
}

/** The subjects by the names that comments have of them. @param others those that are no models */
export function subjectsOf(services: EngineServices, others: Readonly<Record<string, Subject>>) {
  /** @throws {Refusal} 404 for what has no comments */
  return (name: string): Subject => {
    if (Object.hasOwn(others, name)) return others[name] as Subject;
    const resource = services.registry.find(name);
    if (resource?.source === 'table' && resource.actions.includes('read'))
      return modelSubject(services, resource);
    throw notFound(`The model ${name.slice(0, 60)}`);
  };
}

function modelSubject(services: EngineServices, resource: Resource): Subject {
  const { name, label } = resource;
  return {
    read: async (runner, request, id) => {
      services.guard(request, 'read', resource);
      const [record] = await readableRecords(services, runner, request, [{ model: name, id }]);
      if (!record) throw noRecord(resource, id);
      return {
        called: `${label[0]} ${record.title ?? id}`,
        path: `/auth/view/${name}/${id}`,
        isThere: record.is === 'there',
        isForAll: (resource.rights?.read ?? 'read') === 'read',
      };
    },
    hold: async (tx, id) => {
      const { rowCount } = await tx.query(`SELECT 1 FROM ${quoted(name)} WHERE id = $1 FOR KEY SHARE`, [id]);
      if (rowCount === 0) throw noRecord(resource, id);
    },
    note: async (tx, id, line, who) => {
      if (keepsLine(resource)) await noteInHistory(tx, resource, id, line, who);
    },
  };
}

/** The version of the record stays: its fields are as they were. */
async function noteInHistory(
  tx: PoolClient,
  resource: Resource,
  id: number,
  { action, ...change }: NotedComment,
  who: Who,
): Promise<void> {
  const text = historySql(resource, {
    action,
    changes: '$5::jsonb',
    from: `${quoted(resource.name)} t WHERE t.id = $6`,
    row: 't',
    by: ['$1', '$2', '$3', '$4'],
  });
  const changes = JSON.stringify({ [COMMENT]: change });
  await tx.query(text, [who.actor.email, who.actor.name, who.requestId, keptWays(who), changes, id]);
}
