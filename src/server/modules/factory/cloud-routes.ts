import {
  listClouds,
  listFolders,
  listManagementGroups,
  listRegions,
  type CloudStatus,
} from '#calls/clouds.ts';
import { Refusal } from '#kernel/errors.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve } from '#server/platform/http/serve.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { regionChoices } from './clouds/aws/region-list.ts';
import { groupChoices } from './clouds/azure-groups.ts';
import type { CloudAtHand } from './ledger/cloud.ts';
import { isApproved, type FactoryParts } from './parts.ts';

/** Which clouds the portal talks to, and what there is to choose from in them. */
export function cloudRoutes(door: Door, { clouds, config }: Pick<FactoryParts, 'clouds' | 'config'>): void {
  const aws = clouds.find(({ cloud }) => cloud === 'aws');
  const azure = clouds.find(({ cloud }) => cloud === 'azure');
  const google = clouds.find(({ cloud }) => cloud === 'gcp');

  serve(door, listClouds, async () => clouds.map((cloud) => statusOf(cloud, config.approvals)));

  serve(door, listManagementGroups, async () => {
    if (!azure?.recipe || !azure.groups)
      throw new Refusal(
        503,
        `The management groups of Azure cannot be listed here. ${missingOf(azure)}`.trim(),
      );
    try {
      return groupChoices(await azure.groups.groups());
    } catch (error) {
      throw error instanceof ProviderFailure ? unavailable(error) : error;
    }
  });

  serve(door, listFolders, async () => {
    if (!google?.recipe)
      throw new Refusal(
        503,
        `The folders of Google Cloud cannot be listed here. ${missingOf(google)}`.trim(),
      );
    try {
      return (await google.folders?.groups()) ?? [];
    } catch (error) {
      if (error instanceof ProviderFailure) throw new Refusal(503, error.message);
      throw error;
    }
  });

  serve(door, listRegions, async () => {
    if (!aws?.recipe || !aws.regions)
      throw new Refusal(503, `The regions of AWS cannot be listed here. ${missingOf(aws)}`.trim());
    try {
      return regionChoices(await aws.regions());
    } catch (error) {
      if (error instanceof ProviderFailure) throw new Refusal(503, error.message);
      throw error;
    }
  });

  for (const { path } of [listClouds, listManagementGroups, listFolders, listRegions])
    refuseOtherMethods(door.scope, `/api${path}`, ['GET']);
}

/** A cloud as people read of it. */
function statusOf(at: CloudAtHand, approvals: readonly string[]): CloudStatus {
  const kinds = cloudRequests.filter(({ cloud }) => cloud === at.cloud).map(({ name }) => name);
  return {
    cloud: at.cloud,
    simulated: at.recipe !== null && at.reached.simulated,
    name: at.recipe === null ? null : at.reached.place,
    refused: at.recipe === null ? at.missing : null,
    approvals: kinds.filter((kind) => isApproved(approvals, kind)),
  };
}

const missingOf = (cloud: CloudAtHand | undefined) => (cloud?.recipe === null ? cloud.missing : '');

const unavailable = ({ message, retryAfterSeconds }: ProviderFailure) =>
  new Refusal(503, `The management groups cannot be read now. ${message}`, {
    ...(retryAfterSeconds !== null && { headers: { 'retry-after': String(retryAfterSeconds) } }),
  });
