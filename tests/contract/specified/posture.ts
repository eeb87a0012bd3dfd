/** The business units that accounts are looked at by, with what else each is called. */
export const unitOptions: readonly { code: string; label: string }[] = [
  { code: 'CCOE', label: 'CCOE' },
  { code: 'CORP', label: 'CORP (Corporate)' },
  { code: 'GAM', label: 'GAM (Gaming)' },
  { code: 'LOT', label: 'LOT (Lottery)' },
  { code: 'BET', label: 'BET (Digital & Betting)' },
  { code: 'CIO', label: 'CIO' },
];

/** The words of an environment by which an account counts, by cloud and in their order. */
export const buckets: Readonly<Record<string, readonly (readonly string[])[]>> = {
  AwsCloudParent: [
    ['production', 'root'],
    ['test'],
    ['development'],
    ['Security'],
    ['sandbox'],
    ['shared-services'],
  ],
  GcpCloudParent: [['production', 'sites', 'env'], ['test', 'staging'], ['development'], ['sandbox']],
  AzureCloudParent: [
    ['production', 'online', 'github', 'igt', 'landingzones', 'platform'],
    ['test', 'decommissioned'],
    ['development', 'none'],
    ['sandboxes'],
  ],
};
