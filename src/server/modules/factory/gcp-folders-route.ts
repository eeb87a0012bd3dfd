import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { askedBy } from '#server/platform/http/asked-by.ts';
import { answers, arrayOf, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { tags, type FactoryParts } from './parts.ts';

const PATH = '/api/gcp-folders';

const folderGroup = object({
  label: text('A folder that lies directly in the organization'),
  options: arrayOf(
    object({
      value: text('The id of a folder, for folder_id'),
      label: text('Its path from there on, such as Production / Shop'),
    }),
  ),
});

/** `GET /api/gcp-folders`: the folders that projects may be made in, by those that lie directly in the organization. */
export function registerGcpFolders(scope: FastifyInstance, { clouds }: Pick<FactoryParts, 'clouds'>): void {
  const google = clouds.find(({ cloud }) => cloud === 'gcp');
  scope.get(
    PATH,
    {
      onRequest: async (request) => void askedBy(request),
      schema: {
        tags,
        summary: 'List the folders of Google Cloud',
        description: 'Kept for a minute. 503 with a sentence where Google cannot be asked.',
        response: answers(200, 'Groups of folders', object({ data: arrayOf(folderGroup) })),
      },
    },
    async (request) => {
      noQuery(request);
      if (!google?.recipe)
        throw new Refusal(
          503,
          `The folders of Google Cloud cannot be told here. ${google?.missing ?? ''}`.trim(),
        );
      try {
        return { data: (await google.folders?.groups()) ?? [] };
      } catch (error) {
        if (error instanceof ProviderFailure) throw new Refusal(503, error.message);
        throw error;
      }
    },
  );
  refuseOtherMethods(scope, PATH, ['GET']);
}
