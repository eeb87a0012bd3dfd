import { afterAll, beforeAll } from 'vitest';
import type { Registry } from '#kernel/registry.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { registry } from '#resources/registry.ts';
import { withDatabase } from './database.ts';
import { startEnginePortal, type EnginePortal } from './engine-portal.ts';
import { Factory } from './factories.ts';
import { migratePlanted } from './plant.ts';

/** The portal's models and some that exist in one test alone. */
const withPlanted = (planted: readonly Resource[]): Registry => defineRegistry([...registry.all, ...planted]);

/** A portal with planted models on a database of its own; it is there once the tests run. */
export function withPlantedPortal(
  planted: readonly Resource[],
  behaviours: Behaviour[] = [],
  poolSize?: number,
) {
  const all = withPlanted(planted);
  const database = withDatabase({ poolSize });
  let open: { portal: EnginePortal; factory: Factory } | undefined;
  const get = () => {
    if (!open) throw new Error('The portal is there once the tests run, not while they are collected.');
    return open;
  };
  beforeAll(async () => {
    await migratePlanted(database.connectionString, all, planted);
    const portal = await startEnginePortal(database.db, all, behaviours);
    open = { portal, factory: new Factory(portal.api, all) };
  });
  afterAll(() => open?.portal.close());
  return {
    registry: all,
    get db() {
      return database.db;
    },
    get api() {
      return get().portal.api;
    },
    get services() {
      return get().portal.services;
    },
    get factory() {
      return get().factory;
    },
  };
}
