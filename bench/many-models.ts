import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';
import { date } from '#kernel/fields/date.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { assembleRegistry, type Registry } from '#kernel/registry.ts';
import { defineResource } from '#kernel/resource.ts';
import { registerEngine } from '#server/engine/plugin.ts';
import { tableSql } from '#server/engine/schema/schema.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { answerError } from '#server/platform/http/errors.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { untilTidied } from './sized-tables.ts';
import { createVault } from '#server/platform/config/vault.ts';

const MODELS = 30;
const RECORDS = 200_000;
/** How many records the largest models have; the others share the rest. */
const LARGE = [80_000, 40_000, 20_000];

const nameOf = (at: number) => `planted_${String(at).padStart(2, '0')}`;

/** Models as the portal has them: a title, further texts, a reference to another model, a day. */
function plantedModels(): Registry {
  const models = Array.from({ length: MODELS }, (_, at) =>
    defineResource(nameOf(at), {
      label: [`Planted ${at}`, `Planted ${at}s`],
      title: 'name',
      fields: {
        name: text('Name', { unique: 'There is one already.' }),
        owner: text('Owner'),
        remark: text('Remark'),
        since: date('Since', { default: 'today' }),
        ...(at > 0 && {
          above_id: ref('Above', nameOf(at - 1), { show: 'name', as: 'above_name', none: 'always' }),
        }),
      },
      columns: ['name', 'owner'],
      messages: messagesFor('planted'),
    }),
  );
  return assembleRegistry(models);
}

export interface ManyModels {
  /** Where its API is. */
  url: string;
  /** What people would look for, by what it is. */
  texts: Record<string, string>;
  close: () => Promise<void>;
}

/** The search over many models: an engine of planted ones, in a database of its own beside the portal's. */
export async function serveManyModels(
  connectionString: string,
  say: (line: string) => void,
): Promise<ManyModels> {
  const address = new URL(connectionString);
  address.pathname = '/many_models';
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query('DROP DATABASE IF EXISTS many_models WITH (FORCE)');
  await admin.query('CREATE DATABASE many_models');

  const registry = plantedModels();
  await migrate(address.href);
  const db = openDatabase({ connectionString: address.href, poolSize: 4 });
  for (const [at, resource] of registry.all.entries()) {
    await db.query(tableSql(registry, resource));
    const rest = RECORDS - LARGE.reduce((sum, count) => sum + count, 0);
    const count = LARGE[at] ?? Math.floor(rest / (MODELS - LARGE.length));
    await db.query(
      `INSERT INTO ${resource.name} (name, owner, remark, since)
       SELECT ${pg.escapeLiteral(`Planted ${at}`)} || ' ' || substr(md5(n::text || '${at}'), 1, 12),
         'owner' || n % 977 || '@example.com', 'cost center of ' || md5(n::text), '2026-01-01'
       FROM generate_series(1, $1::integer) n`,
      [count],
    );
  }
  const names = registry.all.map(({ name }) => name);
  await untilTidied(db, say, names);

  const app = Fastify();
  app.decorateRequest('actor', null);
  app.decorateRequest('refusal', null);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', async (request) => {
    request.actor = { email: 'bench@skyledger.example', name: null, roles: [], via: 'token' };
  });
  await registerEngine(app, {
    registry,
    behaviours: [],
    db,
    allows: () => true,
    ownRowsOf: () => null,
    demand: () => undefined,
    checksAnswers: true,
    importLimit: 1,
    vault: createVault(randomBytes(32)),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { rows } = await db.query<{ name: string; owner: string }>(
    `SELECT name, owner FROM ${nameOf(0)} WHERE id = 4711`,
  );
  const { name = '', owner = '' } = rows[0] ?? {};
  return {
    texts: {
      'two letters': name.slice(0, 2),
      'a few letters': name.slice(-12, -9),
      'a title': name,
      'the end of one': name.slice(-6),
      'an email': owner,
      'nothing there': 'zq'.repeat(6),
      'what all have': 'cost center',
    },
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      await app.close();
      await db.close();
      await admin.query('DROP DATABASE IF EXISTS many_models WITH (FORCE)');
      await admin.end();
    },
  };
}
