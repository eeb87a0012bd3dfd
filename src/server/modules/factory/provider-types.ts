import type { Cloud } from '#kernel/cloud/cloud-request.ts';

/** The clouds as the inventory names them. */
export const providerTypes: Readonly<Record<Cloud, string>> = {
  aws: 'AwsCloudParent',
  azure: 'AzureCloudParent',
  gcp: 'GcpCloudParent',
};
