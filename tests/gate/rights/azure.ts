import { allOf, chapter, fileOf, sourceOf, type RightsOfCloud } from './cloud.ts';

const CREATOR = 'SubscriptionCreator';
const CREATOR_OF_CUSTOMERS = 'Azure subscription creator';
const BLOBS = 'Storage Blob Data Reader';
/** A role of the portal's own: no built-in one that lets it cancel has not nearly all rights. */
const LIFE = 'Skyledger Subscription Life';

/** Ids of built-in roles, by Azure's list of them and that of billing roles. */
const ROLES: Readonly<Record<string, string>> = {
  [CREATOR]: 'a0bcee42-bf30-4d1b-926a-48d21664ef71',
  [CREATOR_OF_CUSTOMERS]: '30000000-aaaa-bbbb-cccc-100000000006',
  'Management Group Contributor': '5d58bcaf-24a5-4b20-bdb6-eed9f69fbe4c',
  'Tag Contributor': '4a9ae827-6dc8-4573-8ac7-8239d42aa03f',
  'Cost Management Contributor': '434105ed-43f6-45c7-a02f-909b2ba83430',
  'Resource Policy Contributor': '36243c78-bf99-498c-9df9-86d9f8d63608',
  Reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
  'User Access Administrator': '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9',
  [LIFE]: 'b6d0f8f1-6a53-4c0e-9c7c-5b7d1f0a4e21',
  [BLOBS]: '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1',
};

/** The calls of the SDK's clients, and the roles that let them in, of which either of the first two does. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  'subscriptions.alias.beginCreate': [CREATOR, CREATOR_OF_CUSTOMERS],
  'subscriptions.alias.get': [CREATOR, CREATOR_OF_CUSTOMERS],
  'subscriptions.alias.delete': [CREATOR, CREATOR_OF_CUSTOMERS],
  'subscriptions.subscription.cancel': [LIFE],
  'subscriptions.subscription.enable': [LIFE],
  'groups.entities.list': ['Management Group Contributor'],
  'placed.getSubscription': ['Management Group Contributor'],
  'placed.create': ['Management Group Contributor'],
  'resources.tagsOperations.getAtScope': ['Tag Contributor'],
  'resources.tagsOperations.updateAtScope': ['Tag Contributor'],
  'resources.providers.get': ['Reader'],
  'resources.providers.register': [LIFE],
  'policies.policyAssignments.get': ['Reader'],
  'policies.policyAssignments.create': ['Resource Policy Contributor'],
  'consumption.budgets.get': ['Cost Management Contributor'],
  'consumption.budgets.createOrUpdate': ['Cost Management Contributor'],
  'resources.resources.getById': ['Reader'],
  'graph.resources': ['Reader'],
  'patientGraph.resources': ['Reader'],
  'authorization.roleDefinitions.list': ['Reader'],
  'authorization.roleAssignments.create': ['User Access Administrator'],
  listBlobsFlat: [BLOBS],
  getBlobClient: [BLOBS],
};

/** A call of one of the clients; those with a capital letter make a client. */
const OF_CLIENT =
  /\b((?:subscriptions|groups|resources|graph|patientGraph|authorization|consumption|placed|policies)(?:\.[a-z]\w*){1,2})\(/g;
const OF_CONTAINER = /\.(listBlobs\w+|get\w*BlobClient)\(/g;

function needed(): string[] {
  const calls = [
    ...allOf(sourceOf('src/server/providers/azure/*.ts'), OF_CLIENT),
    ...allOf(sourceOf('src/server/modules/billing/intake/sources/azure.ts'), OF_CONTAINER),
  ];
  const roles = calls.flatMap((call) => {
    const found = CALLS[call];
    if (!found)
      throw new Error(
        `The portal calls ${call} of Azure; which role lets it in is to be said in CALLS of tests/gate/rights/azure.ts.`,
      );
    return found;
  });
  return [...new Set(roles)].toSorted();
}

/** The first column of the table of roles. */
const documented = (guide: string): string[] =>
  [
    ...allOf(chapter(guide, 'Connecting Azure'), /^\| ([A-Z][^|(]*?) +(?:\(`[^|]*)?\|/gm),
    ...allOf(chapter(guide, 'Fetching bills'), /\bthe role (Storage [\w ]+?) on the container/g),
  ].toSorted();

/** A script that gives each by its id. */
const granted = (): string[] =>
  allOf(fileOf('deploy/azure/set-up.sh'), /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g)
    .filter((id) => id !== GRAPH)
    .map((id) => Object.keys(ROLES).find((name) => ROLES[name] === id) ?? id)
    .toSorted();

/** Microsoft Graph, as the application that permissions are of. */
const GRAPH = '00000003-0000-0000-c000-000000000000';

export const azureRights: RightsOfCloud = {
  cloud: 'Azure',
  told: 'Connecting Azure',
  kit: 'deploy/azure/set-up.sh',
  documented,
  needed,
  granted,
};
