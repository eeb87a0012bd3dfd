/** What differs from the definitions on purpose, each with its reason. */
export const DELIBERATE: readonly { matches: RegExp; reason: string }[] = [
  {
    matches: /^container\.listBlobFlatSegment .*must have required property '(?:Deleted|Snapshot)'/,
    reason:
      'The elements are required in the specification, but the reference of List Blobs has them only where deleted blobs and snapshots are included, which the portal does not want.',
  },
];
