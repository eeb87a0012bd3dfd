/**
 * With what a simulator of each cloud is called, wherever it runs: the settings may name the address of one. All of it is public.
 */
export const simulatorAccess = {
  /** The key of the management account that every simulated AWS knows. */
  aws: {
    accessKeyId: 'AKIASKYLEDGERSIMULAT',
    secretAccessKey: 'simulated/by/skyledger/no/secret/at/all1',
  },
  /** The storage account that every simulated one is, and its key. */
  blobs: {
    account: 'skyledgersimulator',
    key: Buffer.from('simulated by skyledger, and no secret at all').toString('base64'),
  },
  /** Whom the tenant of Azure and Graph knows: an application that may do everything. */
  application: {
    tenantId: '5ce1edbe-4c61-4c0d-9d9a-7e0a1c0a2b11',
    clientId: '0c6cba52-3a8b-4a0c-a6c8-5b0f0a4a7e21',
    clientSecret: 'the-simulator-keeps-no-secret',
  },
  /** The one place that subscriptions of Azure can be charged to. */
  billingScope: '/providers/Microsoft.Billing/billingAccounts/7654321/enrollmentAccounts/1234567',
  /** The organization of Google Cloud, and who pays for it. */
  gcp: { organization: '123456789012', billingAccount: 'billingAccounts/01A2B3-C4D5E6-F7A8B9' },
};
