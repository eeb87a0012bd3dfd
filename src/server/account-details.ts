import { awsMeanings, azureMeanings, gcpMeanings } from './modules/factory/clouds/tag-meanings.ts';
import { pathBelowRoot } from './modules/factory/clouds/azure-groups.ts';
import type { FolderTree } from './modules/factory/clouds/gcp-folders.ts';
import { placeOfParent } from './modules/factory/clouds/gcp-places.ts';
import type { CloudPlaces } from './modules/factory/life/cloud-places.ts';
import { inPages, type DetailsSource, type FoundDetails } from './modules/inventory/sync/source.ts';
import type { AwsProvider } from './providers/aws/interface.ts';
import type { Azure } from './providers/azure/interface.ts';
import type { GcpProvider } from './providers/gcp/interface.ts';

/** So many accounts of AWS are read at once: it has no call for several, and limits its calls per second. */
const AT_ONCE = 4;

/** Where accounts of AWS lie, and their tags. @param places those of its organization */
export const awsDetails = (provider: AwsProvider, { all }: Pick<CloudPlaces, 'all'>): DetailsSource => ({
  meanings: awsMeanings,
  async *read() {
    const known = new Map((await all()).map((place) => [place.id, place]));
    const detailsOf = async ({ id }: { id: string }): Promise<FoundDetails> => {
      const { parent, tags } = await provider.placeAndTags(id);
      const place = known.get(parent);
      return { identifier: id, place: place?.path ?? null, frozen: place?.refused !== undefined, tags };
    };
    for await (const page of provider.accounts()) {
      const active = page.filter(({ status }) => status === 'ACTIVE');
      for (let from = 0; from < active.length; from += AT_ONCE)
        yield Promise.all(active.slice(from, from + AT_ONCE).map(detailsOf));
    }
  },
});

/** The management groups of subscriptions, and their tags. */
export const azureDetails = (azure: Azure): DetailsSource => ({
  meanings: azureMeanings,
  async *read() {
    for await (const page of inPages(azure.subscriptions()))
      yield page.map(({ id, tags, groups: [name, ...above] }) => ({
        identifier: id,
        place: name === undefined ? null : pathBelowRoot({ name, above: above.toReversed() }),
        frozen: null,
        tags,
      }));
  },
});

/** The folders of projects, and their labels. */
export const gcpDetails = (gcp: GcpProvider, folders: FolderTree): DetailsSource => ({
  meanings: gcpMeanings,
  async *read() {
    for await (const page of gcp.projects())
      yield Promise.all(
        page
          .filter(({ active }) => active)
          .map(async ({ id, parent, labels }) => ({
            identifier: id,
            place: parent === '' ? null : await placeOfParent(folders, parent),
            frozen: null,
            tags: labels,
          })),
      );
  },
});
