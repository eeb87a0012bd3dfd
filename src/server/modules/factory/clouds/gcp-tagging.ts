import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import type { CloudTagging, WantedTag } from '../life/cloud-life.ts';
import { isAboutLabels } from './gcp-create.ts';
import { encodeLabel, encodeNarrowLabel, labelTexts, narrowKey } from './gcp-labels.ts';
import { gcpMeanings } from './tag-meanings.ts';

const USUAL_PAUSE = 5;
/** So often labels are written at once that somebody else changes meanwhile; then the step is tried again later. */
const TRIES = 4;

/** The labels of projects that are there. */
export function gcpTagging(gcp: GcpProvider): CloudTagging {
  const project = async (account: string) => {
    const found = await gcp.project(account);
    if (found) return found;
    throw new ProviderFailure('refused', 'Google does not know the project, or the portal may not see it.');
  };
  /**
   * Google takes the labels as a whole, so that those which are there go along. Where somebody else writes in between, Google
   * takes nothing, and they are read anew.
   */
  const write = async (account: string, tags: readonly Pick<WantedTag, 'name' | 'value'>[]) => {
    const added = Object.fromEntries(tags.map(({ name, value }) => [name, value]));
    for (let left = TRIES; ; left -= 1) {
      const { labels, etag } = await project(account);
      try {
        return await gcp.setLabels(account, { ...labels, ...added }, etag);
      } catch (error) {
        const wasChanged = error instanceof ProviderFailure && error.code === 'ABORTED';
        if (!wasChanged || left <= 1) throw error;
      }
    }
  };
  return {
    idName: 'project_id',
    meanings: gcpMeanings,
    ignoresCase: false,
    whileFrozen: true,
    wanted: (request) =>
      labelTexts(request)
        .filter(([, text]) => text !== '')
        .map(([name, text]) => ({
          name,
          value: encodeLabel(text),
          instead: { name: narrowKey(name), value: encodeNarrowLabel(text) },
        })),
    read: async (account) => (await project(account)).labels,
    write: async (account, tags) => {
      try {
        await write(account, tags);
      } catch (error) {
        if (!isAboutLabels(error)) throw error;
        await write(
          account,
          tags.map(({ instead, ...tag }) => instead ?? tag),
        );
      }
    },
    lookAgain: gcp.reached.simulated ? 1 : USUAL_PAUSE,
  };
}
