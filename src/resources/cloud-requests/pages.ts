/**
 * The product, the text of the button to its form, the address of that, and the cloud as the inventory names it. Apart from the requests themselves: who only
 * leads to a form needs none of its fields.
 */
export const requestPages = {
  aws_account: {
    label: 'AWS Account',
    action: 'Create AWS Account',
    page: '/auth/create-aws-account',
    provider_type: 'AwsCloudParent',
  },
  azure_subscription: {
    label: 'Azure Subscription',
    action: 'Create Azure Subscription',
    page: '/auth/create-azure-subscription',
    provider_type: 'AzureCloudParent',
  },
  gcp_project: {
    label: 'GCP Project',
    action: 'Create GCP Project',
    page: '/auth/create-gcp-project',
    provider_type: 'GcpCloudParent',
  },
} as const;
