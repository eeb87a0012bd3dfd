import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import type { CloudTagging, WantedTag } from '../life/cloud-life.ts';
import { isAboutLabels } from './gcp-create.ts';
import { encodeLabel, encodeNarrowLabel, labelTexts, narrowKey } from './gcp-labels.ts';
import { gcpMeanings } from './tag-meanings.ts';

const USUAL_PAUSE = 5;

/** The labels of projects that are there. */
export function gcpTagging(gcp: GcpProvider): CloudTagging {
  const read = async (account: string) => {
    const project = await gcp.project(account);
    if (project) return project.labels;
    throw new ProviderFailure('refused', 'Google does not know the project, or the portal may not see it.');
  };
  /** Google takes the labels as a whole, so that those which are there go along. */
  const write = async (account: string, tags: readonly Pick<WantedTag, 'name' | 'value'>[]) => {
    const there = await read(account);
    const added = Object.fromEntries(tags.map(({ name, value }) => [name, value]));
    await gcp.setLabels(account, { ...there, ...added });
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
    read,
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
