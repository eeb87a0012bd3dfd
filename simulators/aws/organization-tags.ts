import { isKnown, type State } from './state.ts';
import { textOf, WireError, type Json, type Operations } from './wire.ts';

const MOST_TAGS = 50;
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

/** The ARN of something in the organization. */
export const arnIn = ({ organization: { id, managementAccount } }: State, kind: string, name: string) =>
  `arn:aws:organizations::${managementAccount}:${kind}/${id}/${name}`;

export const notFound = (what: string, message: string) => new WireError(`${what}NotFoundException`, message);

/** The tags of accounts. */
export function organizationTags(state: State, rightsAfterMs: number): Operations {
  const tagged = (input: Json, now: number) => {
    const found = state.accounts[textOf(input, 'ResourceId')];
    if (!found || !isKnown(found, now, rightsAfterMs))
      throw notFound('Target', "You specified a target that doesn't exist.");
    return found;
  };
  return {
    TagResource: ({ input, now }) => {
      const found = tagged(input, now);
      const tags = { ...found.tags, ...tagsOf(input) };
      if (Object.keys(tags).length > MOST_TAGS)
        throw new WireError('ConstraintViolationException', 'You have exceeded the number of tags.', 400, {
          Reason: 'MAX_TAG_LIMIT_EXCEEDED',
        });
      found.tags = tags;
      return {};
    },
    UntagResource: ({ input, now }) => {
      const keys: unknown[] = Array.isArray(input['TagKeys']) ? input['TagKeys'] : [];
      const found = tagged(input, now);
      found.tags = Object.fromEntries(Object.entries(found.tags).filter(([key]) => !keys.includes(key)));
      return {};
    },
    ListTagsForResource: ({ input, now }) => ({
      Tags: Object.entries(tagged(input, now).tags).map(([Key, Value]) => ({ Key, Value })),
    }),
  };
}

/** @throws {WireError} for a tag that AWS does not take */
export function tagsOf(input: Json): Record<string, string> {
  const given = (Array.isArray(input['Tags']) ? input['Tags'] : []) as Json[];
  const tags = given.map(({ Key, Value }): [string, string] => [String(Key ?? ''), String(Value ?? '')]);
  for (const [key, value] of tags) {
    if (key === '' || key.length > 128 || value.length > 256 || !TAG.test(key) || !TAG.test(value))
      throw new WireError('InvalidInputException', `The tag ${key} is not valid.`, 400, {
        Reason: 'INVALID_PATTERN',
      });
    if (key.toLowerCase().startsWith('aws:'))
      throw new WireError('InvalidInputException', 'Tags whose keys begin with aws: are reserved.', 400, {
        Reason: 'INVALID_SYSTEM_TAGS_PARAMETER',
      });
  }
  return Object.fromEntries(tags);
}
