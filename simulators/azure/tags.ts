import { type Answer, ArmError, busy, type Call, objectOf, ok, type Operation, textsOf } from './arm.ts';
import type { Subscription, Tenant } from './tenant.ts';

const LONGEST_TAG_NAME = 512;
const LONGEST_TAG_VALUE = 256;
const MOST_TAGS = 50;
const TAGS = /^\/subscriptions\/([^/]+)\/providers\/Microsoft\.Resources\/tags\/default$/i;

/** @throws {ArmError} 400 where tags are none that Azure takes. */
export function checkTags(tags: Record<string, string>): void {
  const refuse = (code: string, message: string) => new ArmError(400, code, message);
  if (Object.keys(tags).length > MOST_TAGS)
    throw refuse('TooManyTags', `The maximum number of tags allowed is '${MOST_TAGS}'.`);
  for (const [name, value] of Object.entries(tags)) {
    if (name === '' || name.length > LONGEST_TAG_NAME || /[<>%&\\?/]/.test(name))
      throw refuse(
        'InvalidTagNameCharacters',
        `The tag name '${name}' has reserved characters or is too long.`,
      );
    if (value.length > LONGEST_TAG_VALUE)
      throw refuse(
        'InvalidTagValueLength',
        `The value of the tag '${name}' exceeds ${LONGEST_TAG_VALUE} characters.`,
      );
  }
}

/** The tags of a subscription as they are seen: some time after it was made. */
export const seenTags = ({ tags, tagsSeenAt }: Subscription, untilTagged: number): Record<string, string> =>
  tagsSeenAt + untilTagged <= Date.now() ? tags : {};

/** Reads and changes the tags of subscriptions. `untilTagged`: milliseconds until those of a new one are seen. */
export function tagOperations(tenant: Tenant, untilTagged: number): Operation[] {
  const tagsOf = (one: Subscription, tags: Record<string, string>) =>
    ok({
      id: `/subscriptions/${one.id}/providers/Microsoft.Resources/tags/default`,
      name: 'default',
      type: 'Microsoft.Resources/tags',
      properties: { tags },
    });

  const tag = ({ named: [id = ''], body }: Call): Answer => {
    const one = tenant.subscription(id);
    const given = textsOf(objectOf(body['properties'])['tags']);
    const operation = body['operation'] ?? 'Merge';
    const rest = Object.entries(one.tags).filter(([name]) => !(name in given));
    const tags =
      operation === 'Replace'
        ? given
        : operation === 'Delete'
          ? Object.fromEntries(rest)
          : { ...one.tags, ...given };
    checkTags(tags);
    one.tags = tags;
    return tagsOf(one, tags);
  };

  return [
    {
      name: 'Tags_GetAtScope',
      method: 'GET',
      path: TAGS,
      run: ({ named: [id = ''] }) => {
        const one = tenant.subscription(id);
        return tagsOf(one, seenTags(one, untilTagged));
      },
    },
    { name: 'Tags_UpdateAtScope', method: 'PATCH', path: TAGS, run: tag, conflict: busy },
  ];
}
