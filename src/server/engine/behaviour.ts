import type { FastifyInstance } from 'fastify';
import type { Hooks } from './hooks.ts';
import type { EngineServices } from './services.ts';

/** What a model does differently from all others. */
export interface Behaviour extends Hooks {
  /** Further routes of the model; `scope` stands at its address, such as /api/cost_centers. */
  routes?: (scope: FastifyInstance, services: EngineServices) => void | Promise<void>;
}
