import type { FastifyInstance, FastifyRequest } from 'fastify';
import { conflict, invalid, malformed, notFound, Refusal, type FieldError } from '#kernel/errors.ts';
import { boolean } from '#kernel/fields/boolean.ts';
import { text } from '#kernel/fields/text.ts';
import { parseId } from '#kernel/ids.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import type { ListView } from '#kernel/list-views.ts';
import type { Resource } from '#kernel/resource.ts';
import { readBody, refuseAll, takeVersion } from '#server/engine/request-body.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { readTexts } from '#server/platform/http/query.ts';
import { can } from '#server/policies/roles.ts';
import { viewSchemas } from './schemas.ts';
import { faultsOf, fieldOf, readShown, withoutGone } from './shown.ts';
import { addView, changeView, deleteView, lockView, setDefault, viewsOf, type StoredView } from './store.ts';

interface ViewParts {
  db: Database;
  services: EngineServices;
}

type WithId = { Params: { id: string } };

const fields = { name: text('Name', { max: 80 }), shared: boolean('Shared') };
const body = { name: 'list_views', singular: 'list_view', fields: { ...fields } };

/** Views of lists: one's own, and those for everybody. */
export async function registerViews(app: FastifyInstance, { db, services }: ViewParts): Promise<void> {
  /** @throws {Refusal} 404 for what is no model */
  const modelOf = (name: unknown): Resource => {
    const resource = typeof name === 'string' ? services.registry.find(name) : undefined;
    if (!resource) throw notFound(`The list ${String(name).slice(0, 60)}`);
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
  /** Does something with a view that the person sees, once per key, and answers the view. */
  const withView = (
    work: (view: StoredView, tx: Parameters<typeof lockView>[0], actor: Actor) => Promise<StoredView>,
    { deleted = false } = {},
  ) =>
    async function answer(request: FastifyRequest<WithId>, reply: Parameters<EngineServices['once']>[1]) {
      const actor = askedBy(request);
      const id = parseId(request.params.id);
      return services.once(request, reply, async (tx) => {
        const view = await lockView(tx, actor.email, id, { deleted });
        if (!view || !services.registry.find(view.model)) throw notFound('The view');
        services.guard(request, 'read', modelOf(view.model));
        return { status: 200, body: { data: present(await work(view, tx, actor), actor) } };
      });
    };

  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.get('/api/list_views', { schema: viewSchemas.list }, async (request) => {
      const actor = askedBy(request);
      const model = readTexts(request.query, ['by_model']).get('by_model') ?? '';
      if (model === '') throw malformed('The parameter by_model must be given.');
      const resource = modelOf(model);
      services.guard(request, 'read', resource);
      const data = (await viewsOf(db, actor.email, resource.name)).map((view) => present(view, actor));
      return { data, meta: { total: data.length } };
    });

    scope.post('/api/list_views', { schema: viewSchemas.create }, async (request, reply) => {
      const actor = askedBy(request);
      noQuery(request);
      const { model, shown: given, ...values } = readBody(body, request.body);
      const errors: FieldError[] = [];
      const resource = services.registry.find(String(model));
      if (!resource) errors.push({ field: 'model', message: 'The model must be one that has a list.' });
      const shown = readShown(given, errors);
      if (resource) {
        services.guard(request, 'read', resource);
        for (const fault of faultsOf(services, resource, shown))
          errors.push({ field: fieldOf(fault), message: fault.message });
      }
      const { name, shared } = checked(values, 'create', errors);
      if (!resource) throw invalid(errors);
      if (shared) demandSharing(actor);
      return services.once(request, reply, async (tx) => {
        const view = await addView(tx, actor, { model: resource.name, name, shared, shown } as StoredView);
        return { status: 201, body: { data: present(view, actor) } };
      });
    });

    scope.put<WithId>('/api/list_views/:id', { schema: viewSchemas.update }, async (request, reply) => {
      noQuery(request);
      const { values: said, version, errors } = takeVersion(readBody(body, request.body));
      const { shown: given, ...values } = said;
      const shown = given === undefined ? null : readShown(given, errors);
      const change = checked(values, 'update', errors);
      return withView(async (view, tx, actor) => {
        demandChange(view, actor);
        if (change.shared !== undefined && change.shared !== view.shared) demandSharing(actor);
        if (version !== null && version !== view.lock_version)
          throw conflict(`${view.updated_by} changed this view meanwhile. Open it again, and save it then.`);
        const faults = shown ? faultsOf(services, modelOf(view.model), shown) : [];
        if (faults.length > 0)
          throw invalid(faults.map((fault) => ({ field: fieldOf(fault), message: fault.message })));
        return changeView(tx, actor.email, { ...view, ...change, ...(shown && { shown }) });
      })(request, reply);
    });

    scope.delete<WithId>('/api/list_views/:id', { schema: viewSchemas.remove }, async (request, reply) => {
      noQuery(request);
      return withView(async (view, tx, actor) => {
        demandChange(view, actor);
        return deleteView(tx, actor.email, view, true);
      })(request, reply);
    });

    scope.post<WithId>(
      '/api/list_views/:id/restore',
      { schema: viewSchemas.restore },
      async (request, reply) => {
        noQuery(request);
        return withView(
          async (view, tx, actor) => {
            demandChange(view, actor);
            return deleteView(tx, actor.email, view, false);
          },
          { deleted: true },
        )(request, reply);
      },
    );

    scope.put<WithId>(
      '/api/list_views/:id/default',
      { schema: viewSchemas.default },
      async (request, reply) => {
        noQuery(request);
        const { default: isDefault, ...others } = readBody({ ...body, fields: {} }, request.body);
        const errors = Object.keys(others).map((field) => ({
          field,
          message: `${field} is not known here.`,
        }));
        if (typeof isDefault !== 'boolean')
          errors.push({ field: 'default', message: 'default must be true or false.' });
        if (errors.length > 0) throw invalid(errors);
        return withView(async (view, tx, actor) => {
          await setDefault(tx, actor.email, view, isDefault === true);
          return { ...view, is_default: isDefault === true };
        })(request, reply);
      },
    );
  });
}

/** Name and sharing of a body, with every wrong field at once. @throws {Refusal} 422 */
function checked(values: Values, mode: 'create' | 'update', errors: FieldError[]): Partial<StoredView> {
  const check = () => checkInput({ fields }, values, mode);
  refuseAll(errors, check);
  return check() as Partial<StoredView>;
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
