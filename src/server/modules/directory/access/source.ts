/** Permission sets of a cloud and who has them in its accounts. */

export interface FoundPermissionSet {
  /** The cloud's own id for it, which is unique among all clouds. */
  arn: string;
  name: string;
  description: string | null;
  /** A duration of ISO 8601, such as PT8H. */
  duration: string | null;
  relay: string | null;
  managedPolicies: { name: string; arn: string }[];
  /** JSON, as the cloud has it. */
  inlinePolicy: string | null;
}

/** Who has something: known by the object id of the directory, or else by the name (of a person: the address). */
export interface Principal {
  kind: 'group' | 'person';
  externalId: string | null;
  name: string | null;
}

export interface FoundAssignment {
  /** The `arn` of the permission set. */
  permissionSet: string;
  principal: Principal;
  /** The cloud's own ids of the accounts. */
  accounts: readonly string[];
}

/** Reads the access in one cloud, page by page. Both calls throw ProviderFailure. */
export interface AccessSource {
  provider_type: 'AwsCloudParent' | 'AzureCloudParent' | 'GcpCloudParent';
  /** By which its reading is kept, such as 'AWS' or 'GCP'; `cloudName` has it as people write it. */
  name: string;
  permissionSets: (signal?: AbortSignal) => AsyncIterable<readonly FoundPermissionSet[]>;
  assignments: (signal?: AbortSignal) => AsyncIterable<readonly FoundAssignment[]>;
}
