import type { AwsProvider } from '#server/providers/aws/interface.ts';
import type { CloudTagging } from '../../life/cloud-life.ts';
import { lookAgain } from './parts.ts';
import { tagsOf } from './tags.ts';
import { awsMeanings } from '../tag-meanings.ts';

const USUAL_PAUSE = 5;

/** The tags of accounts of AWS that are there. */
export const awsTagging = (provider: AwsProvider): CloudTagging => ({
  idName: 'account_id',
  meanings: awsMeanings,
  ignoresCase: false,
  whileFrozen: true,
  wanted: (request) => Object.entries(tagsOf({ request })).map(([name, value]) => ({ name, value })),
  read: (account) => provider.tagsOf(account),
  write: (account, tags) =>
    provider.tag(account, Object.fromEntries(tags.map(({ name, value }) => [name, value]))),
  lookAgain: lookAgain(provider, USUAL_PAUSE),
});
