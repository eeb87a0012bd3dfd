import type { FastifyRequest } from 'fastify';
import type { Runner } from '#server/platform/database/database.ts';
import { describeRecords, type DescribedRecord } from './activity/described-records.ts';
import type { EngineServices } from './services.ts';

/** A record by its model and id. */
export interface RecordName {
  model: string;
  id: number;
}

/** A record that somebody may read, with what people call it. */
export interface ReadableRecord extends DescribedRecord {
  model: string;
}

/**
 * Of these records those that the person of a request may read, as they are, or as they were when they were deleted. Everything that
 * shows single records outside of their own lists, such as comments on them, calls this function: it alone decides rights that depend
 * on the record.
 */
export async function readableRecords(
  services: EngineServices,
  runner: Runner,
  request: FastifyRequest,
  records: readonly RecordName[],
): Promise<ReadableRecord[]> {
  // People who see only their own rows see records in their lists alone.
  if (services.ownRowsOf(request) !== null) return [];
  const { registry } = services;
  const isReadable = ({ model }: RecordName) => {
    const resource = registry.find(model);
    return resource?.source === 'table' && resource.actions.includes('read')
      ? services.may(request, 'read', resource)
      : false;
  };
  const wanted = records.filter(isReadable);
  const recordAt = await describeRecords(runner, registry, wanted);
  return wanted
    .map((record) => ({ model: record.model, ...recordAt(record) }))
    .filter(({ is }) => is !== 'gone');
}
