/**
 * What is made, what the button to its form says, and where that stands. Apart from the requests themselves: who only
 * leads to a form needs none of its fields.
 */
export const requestPages = {
  aws_account: {
    label: 'AWS Account',
    action: 'Create AWS Account',
    page: '/auth/create-aws-account',
  },
  azure_subscription: {
    label: 'Azure Subscription',
    action: 'Create Azure Subscription',
    page: '/auth/create-azure-subscription',
  },
  gcp_project: {
    label: 'GCP Project',
    action: 'Create GCP Project',
    page: '/auth/create-gcp-project',
  },
} as const;
