import { CLOUD_TYPE_NAMES } from '#kernel/clouds.ts';
import { choice } from '#kernel/fields/choice.ts';

/** The clouds as the inventory names them. Files may also write what people call them. */
export const providerType = () =>
  choice('Cloud', ['AwsCloudParent', 'AzureCloudParent', 'GcpCloudParent'], {
    aliases: { aws: 'AwsCloudParent', azure: 'AzureCloudParent', gcp: 'GcpCloudParent' },
    names: CLOUD_TYPE_NAMES,
    files: 'names',
  });
