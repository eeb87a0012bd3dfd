import type { FastifyInstance } from 'fastify';
import {
  createView,
  deleteView as deleteViewCall,
  listViews,
  restoreView,
  setDefaultView,
  updateView,
} from '#calls/views.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { openDoor } from '#server/engine/door.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveChange, serveWhole } from '#server/platform/http/serve.ts';
import { demandSharing, SeenViews } from './seen-views.ts';
import { addView, changeView, deleteView, setDefault, viewsOf } from './store.ts';

interface ViewParts {
  db: Database;
  services: EngineServices;
}

/** Views of lists: one's own, and those for everybody. */
export async function registerViews(app: FastifyInstance, { db, services }: ViewParts): Promise<void> {
  await app.register(async (scope) => {
    const door = openDoor(scope, services);
    const views = new SeenViews(services);
    serveWhole(door, listViews, async ({ query: { by_model: model }, actor, request }) => {
      const resource = views.modelOf(model);
      services.guard(request, 'read', resource);
      const data = (await viewsOf(db, actor.email, resource.name)).map((view) => views.present(view, actor));
      return { data, meta: { total: data.length } };
    });
    serveChanges(door, views);
  });
}

function serveChanges(door: Door, views: SeenViews): void {
  const further: Door['further'] = (fields, request) => views.furtherOf(fields, request);
  serveChange({ ...door, further }, createView, async (tx, { body: { model, ...view }, actor }) => {
    if (view.shared) demandSharing(actor);
    const added = await addView(tx, actor, { model: views.modelOf(model).name, ...view });
    return views.present(added, actor);
  });

  serveChange(door, updateView, async (tx, made) => {
    const { actor, body } = made;
    const view = await views.demandOwn(tx, made);
    const { name = view.name, shared = view.shared, shown = view.shown, lock_version: version } = body;
    if (shared !== view.shared) demandSharing(actor);
    if (version !== null && version !== view.lock_version)
      throw conflict(`${view.updated_by} changed this view meanwhile. Open it again, and save it then.`);
    const errors = body.shown ? views.errorsOf(views.modelOf(view.model), body.shown) : [];
    if (errors.length > 0) throw invalid(errors);
    return views.present(await changeView(tx, actor.email, { ...view, name, shared, shown }), actor);
  });

  serveChange(door, deleteViewCall, async (tx, made) => {
    const { actor } = made;
    return views.present(await deleteView(tx, actor.email, await views.demandOwn(tx, made), true), actor);
  });

  serveChange(door, restoreView, async (tx, made) => {
    const { actor } = made;
    const view = await views.demandOwn(tx, made, { deleted: true });
    return views.present(await deleteView(tx, actor.email, view, false), actor);
  });

  serveChange(door, setDefaultView, async (tx, made) => {
    const { actor, body } = made;
    const view = await views.demand(tx, made);
    await setDefault(tx, actor.email, view, body.default);
    return views.present({ ...view, is_default: body.default }, actor);
  });
}
