import type { FastifyInstance } from 'fastify';
import type { Hooks } from './hooks.ts';
import type { UploadSpec } from './import/uploads/upload-spec.ts';
import type { EngineServices } from './services.ts';

/** The behaviour of a model that differs from all others. */
export interface Behaviour extends Hooks {
  /** Files that are about this model and others. */
  uploads?: readonly UploadSpec[];
  /** Further routes of the model; `scope` has its address, such as /api/cost_centers. */
  routes?: (scope: FastifyInstance, services: EngineServices) => void | Promise<void>;
}
