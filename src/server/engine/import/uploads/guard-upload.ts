import type { FastifyRequest } from 'fastify';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { ServedUpload } from './upload-spec.ts';

/** Who may have a file taken over: who may add and change the records of all its parts. @throws {Refusal} 401, 403 */
export function guardUpload(services: EngineServices, request: FastifyRequest, upload: ServedUpload): Who {
  const { parts, resource } = upload;
  for (const part of parts) services.guard(request, 'update', part.resource);
  for (const part of parts.slice(1)) services.guard(request, 'create', part.resource);
  return services.guard(request, 'create', parts[0]?.resource ?? resource);
}
