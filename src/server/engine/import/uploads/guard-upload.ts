import type { FastifyRequest } from 'fastify';
import type { RecordRight } from '#calls/call.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { ServedUpload } from './upload-spec.ts';

/** What somebody must be allowed to have a file taken over: to add and change the records of all its parts. */
export function uploadRights({ parts, resource }: ServedUpload): RecordRight[] {
  const names = parts.map((part) => part.resource.name);
  const [first = resource.name, ...others] = names;
  return [
    ...names.map((model) => ({ model, action: 'update' as const })),
    ...others.map((model) => ({ model, action: 'create' as const })),
    { model: first, action: 'create' },
  ];
}

/** Who may have a file taken over. @throws {Refusal} 401, 403 */
export function guardUpload(services: EngineServices, request: FastifyRequest, upload: ServedUpload): Who {
  const whos = uploadRights(upload).map(({ model, action }) =>
    services.guard(request, action, services.registry.get(model)),
  );
  const who = whos.at(-1);
  if (!who) throw new Error(`Nobody needs a right to have ${upload.name} taken over.`);
  return who;
}
