import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import {
  createView,
  deleteView as deleteViewCall,
  listViews,
  MODEL_WANTED,
  restoreView,
  setDefaultView,
  updateView,
  type ListView,
} from '#calls/views.ts';
import { conflict, invalid, notFound, Refusal, type FieldError } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import { openDoor } from '#server/engine/door.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import { serveChange, serveWhole } from '#server/platform/http/serve.ts';
import { can } from '#server/policies/roles.ts';
import { faultsOf, fieldOf, partsOf, withoutGone } from './shown.ts';
import { addView, changeView, deleteView, lockView, setDefault, viewsOf, type StoredView } from './store.ts';

interface ViewParts {
  db: Database;
  services: EngineServices;
}

/** The parts of a request that changes a view. */
interface ViewCall {
  params: { id: number };
  actor: Actor;
  request: FastifyRequest;
}

/** Views of lists: one's own, and those for everybody. */
export async function registerViews(app: FastifyInstance, { db, services }: ViewParts): Promise<void> {
  /** @throws {Refusal} 404 for what is no model */
  const modelOf = (name: string): Resource => {
    const resource = services.registry.find(name);
    if (!resource) throw notFound(`The list ${name.slice(0, 60)}`);
    return resource;
  };
  const present = (view: StoredView, actor: Actor): ListView => {
    const { owner, owner_name, is_default, shown, ...rest } = view;
    const resource = services.registry.find(view.model);
    const gone = resource
      ? faultsOf(services, resource, shown).map(({ what, name }) => ({ what, name }))
      : [];
    return {
      ...rest,
      owner: { email: owner, name: owner_name },
      may_change: mayChange(view, actor),
      default: is_default,
      shown: withoutGone(shown, gone),
      gone,
    };
  };
  /** A view that the person sees, until the end of the transaction. @throws {Refusal} 404, 403 */
  const demandView = async (
    tx: PoolClient,
    { params: { id }, actor, request }: ViewCall,
    { deleted = false } = {},
  ): Promise<StoredView> => {
    const view = await lockView(tx, actor.email, id, { deleted });
    if (!view || !services.registry.find(view.model)) throw notFound(`View ${id}`);
    services.guard(request, 'read', modelOf(view.model));
    return view;
  };
  /** Errors for parts of a new view that its list does not have or take. @throws {Refusal} 403 */
  const further = (
    { model, shown }: Readonly<Record<string, unknown>>,
    request: FastifyRequest,
  ): FieldError[] => {
    if (typeof model !== 'string') return [];
    const resource = services.registry.find(model);
    if (!resource) return [{ field: 'model', message: MODEL_WANTED }];
    services.guard(request, 'read', resource);
    return faultErrors(resource, partsOf(shown));
  };
  const faultErrors = (resource: Resource, shown: ListView['shown']): FieldError[] =>
    faultsOf(services, resource, shown).map((fault) => ({ field: fieldOf(fault), message: fault.message }));

  await app.register(async (scope) => {
    const door = openDoor(scope, services);
    serveWhole(door, listViews, async ({ query: { by_model: model }, actor, request }) => {
      const resource = modelOf(model);
      services.guard(request, 'read', resource);
      const data = (await viewsOf(db, actor.email, resource.name)).map((view) => present(view, actor));
      return { data, meta: { total: data.length } };
    });

    serveChange({ ...door, further }, createView, async (tx, { body: { model, ...view }, actor }) => {
      if (view.shared) demandSharing(actor);
      return present(await addView(tx, actor, { model: modelOf(model).name, ...view }), actor);
    });

    serveChange(door, updateView, async (tx, made) => {
      const { actor, body } = made;
      const view = await demandView(tx, made);
      const { name = view.name, shared = view.shared, shown = view.shown, lock_version: version } = body;
      demandChange(view, actor);
      if (shared !== view.shared) demandSharing(actor);
      if (version !== null && version !== view.lock_version)
        throw conflict(`${view.updated_by} changed this view meanwhile. Open it again, and save it then.`);
      const errors = body.shown ? faultErrors(modelOf(view.model), body.shown) : [];
      if (errors.length > 0) throw invalid(errors);
      return present(await changeView(tx, actor.email, { ...view, name, shared, shown }), actor);
    });

    serveChange(door, deleteViewCall, async (tx, made) => {
      const { actor } = made;
      const view = await demandView(tx, made);
      demandChange(view, actor);
      return present(await deleteView(tx, actor.email, view, true), actor);
    });

    serveChange(door, restoreView, async (tx, made) => {
      const { actor } = made;
      const view = await demandView(tx, made, { deleted: true });
      demandChange(view, actor);
      return present(await deleteView(tx, actor.email, view, false), actor);
    });

    serveChange(door, setDefaultView, async (tx, made) => {
      const { actor, body } = made;
      const view = await demandView(tx, made);
      await setDefault(tx, actor.email, view, body.default);
      return present({ ...view, is_default: body.default }, actor);
    });
  });
}

const mayChange = (view: Pick<StoredView, 'shared' | 'owner'>, actor: Actor): boolean =>
  view.shared ? can(actor, 'share_views') : view.owner === actor.email;

/** @throws {Refusal} 403 */
function demandChange(view: StoredView, actor: Actor): void {
  if (!mayChange(view, actor)) demandSharing(actor);
}

/** @throws {Refusal} 403 */
function demandSharing(actor: Actor): void {
  if (can(actor, 'share_views')) return;
  throw new Refusal(403, 'You have no right to change views that everybody sees. Save a view of your own.');
}
