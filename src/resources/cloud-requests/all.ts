import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { awsAccount } from './aws-account.ts';
import { azureSubscription } from './azure-subscription.ts';
import { gcpProject } from './gcp-project.ts';

/** The requests of the cloud factory, in the order in which screens list them. */
export const cloudRequests: readonly CloudRequest[] = [awsAccount, azureSubscription, gcpProject];
