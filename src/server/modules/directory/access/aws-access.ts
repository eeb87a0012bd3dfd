import type { IdentityCenter } from '#server/providers/aws/interface.ts';
import type { AccessSource } from './source.ts';

async function* pagesOf<Item, Found>(
  pages: AsyncIterable<readonly Item[]>,
  read: (item: Item) => Found,
): AsyncGenerator<Found[]> {
  for await (const page of pages) yield page.map(read);
}

/** IAM Identity Center returns permission sets, and which groups and people have them in which accounts. */
export const awsAccess = (identityCenter: IdentityCenter): AccessSource => ({
  provider_type: 'AwsCloudParent',
  name: 'AWS',
  permissionSets: (signal) =>
    pagesOf(identityCenter.permissionSets(signal), ({ sessionDuration, relayState, ...set }) => ({
      ...set,
      duration: sessionDuration,
      relay: relayState,
    })),
  assignments: (signal) => identityCenter.assignments(signal),
});
