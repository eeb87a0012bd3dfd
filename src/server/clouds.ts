import type { FastifyInstance } from 'fastify';
import { clouds, type Cloud } from '#kernel/cloud/cloud-request.ts';
import { examineAwsCloud, openAwsCloud } from './aws-cloud.ts';
import { examineAzureCloud, openAzureCloud } from './azure-cloud.ts';
import { examineGcpCloud, openGcpCloud } from './gcp-cloud.ts';
import type { CloudParts, OpenCloud, OpenedCloud } from './open-cloud.ts';
import type { Examine } from './platform/process/finding.ts';

/** How each cloud is opened. */
const openers: Record<Cloud, OpenCloud> = {
  aws: openAwsCloud,
  azure: openAzureCloud,
  gcp: openGcpCloud,
};

/** The examination of each for the command `doctor`. */
export const examineClouds: readonly Examine[] = [examineAwsCloud, examineAzureCloud, examineGcpCloud];

/** The clouds in which the portal makes accounts; their simulators end with the portal. */
export async function openClouds(
  app: FastifyInstance,
  parts: Omit<CloudParts, 'onClose'>,
): Promise<OpenedCloud[]> {
  const onClose: CloudParts['onClose'] = (end) => void app.addHook('onClose', end);
  return Promise.all(clouds.map((cloud) => openers[cloud]({ ...parts, onClose })));
}
