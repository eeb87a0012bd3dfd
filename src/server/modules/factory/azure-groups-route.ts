import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { askedBy } from '#server/platform/http/asked-by.ts';
import { answers, arrayOf, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { toldGroups } from './clouds/azure-groups.ts';
import type { CloudAtHand } from './ledger/cloud.ts';
import { tags } from './parts.ts';

const PATH = '/api/azure-groups';

const groupSchema = object({
  id: text('The id of the management group, for group_id'),
  name: text('What people call it'),
  label: text('The groups that it lies in, and its own name'),
  options: arrayOf(
    object({ value: text('The id of a group that lies directly in it'), label: text('Its name') }),
  ),
});

/** `GET /api/azure-groups`: the management groups that subscriptions may lie in. */
export function registerAzureGroups(scope: FastifyInstance, clouds: readonly CloudAtHand[]): void {
  const azure = clouds.find(({ cloud }) => cloud === 'azure');
  scope.get(
    PATH,
    {
      onRequest: async (request) => void askedBy(request),
      schema: {
        tags,
        summary: 'List the management groups of Azure',
        description:
          'Each with the groups that lie in it as choices for a form. Kept for a minute. 503 with a sentence where Azure cannot be asked.',
        response: answers(200, 'The management groups', object({ data: arrayOf(groupSchema) })),
      },
    },
    async (request) => {
      noQuery(request);
      if (!azure?.recipe || !azure.groups)
        throw new Refusal(
          503,
          `The management groups of Azure cannot be told here. ${missingOf(azure)}`.trim(),
        );
      try {
        return { data: toldGroups(await azure.groups.groups()) };
      } catch (error) {
        throw error instanceof ProviderFailure ? unavailable(error) : error;
      }
    },
  );
  refuseOtherMethods(scope, PATH, ['GET']);
}

const missingOf = (azure: CloudAtHand | undefined) => (azure?.recipe === null ? azure.missing : '');

const unavailable = ({ message, retryAfterSeconds }: ProviderFailure) =>
  new Refusal(503, `The management groups cannot be read now. ${message}`, {
    ...(retryAfterSeconds !== null && { headers: { 'retry-after': String(retryAfterSeconds) } }),
  });
