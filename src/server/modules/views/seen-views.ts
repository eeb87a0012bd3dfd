import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { MODEL_WANTED, type ListView } from '#calls/views.ts';
import { notFound, Refusal, type FieldError } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { can } from '#server/policies/roles.ts';
import { faultsOf, fieldOf, partsOf, withoutGone } from './shown.ts';
import { lockView, type StoredView } from './store.ts';

/** The parts of a request about one view. */
interface ViewCall {
  params: { id: number };
  actor: Actor;
  request: FastifyRequest;
}

/** Views as people see them, by the models of the registry and the rights of the person. */
export class SeenViews {
  readonly #services: EngineServices;

  constructor(services: EngineServices) {
    this.#services = services;
  }

  /** @throws {Refusal} 404 for what is no model */
  modelOf(name: string): Resource {
    const resource = this.#services.registry.find(name);
    if (!resource) throw notFound(`The list ${name.slice(0, 60)}`);
    return resource;
  }

  /** A view as it is answered to a person; parts that its list does not have any more are named. */
  present(view: StoredView, actor: Actor): ListView {
    const { owner, owner_name, is_default, shown, ...rest } = view;
    const resource = this.#services.registry.find(view.model);
    const gone = resource
      ? faultsOf(this.#services, resource, shown).map(({ what, name }) => ({ what, name }))
      : [];
    return {
      ...rest,
      owner: { email: owner, name: owner_name },
      may_change: mayChange(view, actor),
      default: is_default,
      shown: withoutGone(shown, gone),
      gone,
    };
  }

  /** A view that the person sees, until the end of the transaction. @throws {Refusal} 404, 403 */
  async demand(
    tx: PoolClient,
    { params: { id }, actor, request }: ViewCall,
    { deleted = false } = {},
  ): Promise<StoredView> {
    const view = await lockView(tx, actor.email, id, { deleted });
    if (!view || !this.#services.registry.find(view.model)) throw notFound(`View ${id}`);
    this.#services.guard(request, 'read', this.modelOf(view.model));
    return view;
  }

  /** As `demand` for a view that the person may change. @throws {Refusal} 404, 403 */
  async demandOwn(tx: PoolClient, made: ViewCall, options: { deleted?: boolean } = {}): Promise<StoredView> {
    const view = await this.demand(tx, made, options);
    if (!mayChange(view, made.actor)) demandSharing(made.actor);
    return view;
  }

  /** Errors for parts of a new view that its list does not have or take. @throws {Refusal} 403 */
  furtherOf({ model, shown }: Readonly<Record<string, unknown>>, request: FastifyRequest): FieldError[] {
    if (typeof model !== 'string') return [];
    const resource = this.#services.registry.find(model);
    if (!resource) return [{ field: 'model', message: MODEL_WANTED }];
    this.#services.guard(request, 'read', resource);
    return this.errorsOf(resource, partsOf(shown));
  }

  /** Errors for parts of a view that the list of a model does not have or take. */
  errorsOf(resource: Resource, shown: ListView['shown']): FieldError[] {
    return faultsOf(this.#services, resource, shown).map((fault) => ({
      field: fieldOf(fault),
      message: fault.message,
    }));
  }
}

const mayChange = (view: Pick<StoredView, 'shared' | 'owner'>, actor: Actor): boolean =>
  view.shared ? can(actor, 'share_views') : view.owner === actor.email;

/** @throws {Refusal} 403 for who may not change views for everybody */
export function demandSharing(actor: Actor): void {
  if (can(actor, 'share_views')) return;
  throw new Refusal(403, 'You have no right to change views that everybody sees. Save a view of your own.');
}
