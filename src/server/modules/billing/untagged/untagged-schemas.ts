import { BILL_PROVIDERS, RUN_STATES } from '#kernel/billing/runs.ts';
import { demandedTags } from '#resources/demanded-tags.ts';
import {
  arrayOf,
  integer,
  object,
  text,
  textOrNull,
  type JsonSchema,
} from '#server/platform/http/describe.ts';
import { LACKS } from './lacks.ts';

const integerOrNull: JsonSchema = { type: ['integer', 'null'] };
const money = text('A decimal, such as 12.50.');
const currency = text('Such as EUR; amounts of several are never summed.');
const share = { ...textOrNull, description: 'Of the spend, 1 for all; null where that is not above zero.' };
const tagNames = demandedTags.map(({ name }) => name);

/** What is asked of the spend of a month. */
export const spendQuery: Record<string, JsonSchema> = {
  month: text('YYYY-MM; by default the month before this one.'),
  provider: {
    type: 'string',
    enum: ['All', ...BILL_PROVIDERS],
    description: 'Whose bills; all unless told.',
  },
  lacks: {
    type: 'string',
    enum: LACKS,
    description:
      'What lines lack: any demanded tag, which is the default, all tags, or one of those demanded.',
  },
};

/** An account with what it spends without the tags that are asked for. */
export const accountSpend = object({
  identifier: text('The account, subscription or project.'),
  name: { ...textOrNull, description: 'What the inventory calls it.' },
  provider: { ...textOrNull, description: 'The cloud.' },
  cloud_parent_id: { ...integerOrNull, description: 'null where the inventory has none.' },
  owner_email: { ...textOrNull, description: 'Who owns the account by the inventory.' },
  owner_name: textOrNull,
  cloud_contact_id: { ...integerOrNull, description: 'The owner, where the portal knows them.' },
  cost_center: {
    ...textOrNull,
    description: 'The cost center or WBS element that is charged, else what the inventory names.',
  },
  cost_center_id: integerOrNull,
  currency,
  amount: { ...money, description: 'What lacks the tags that are asked for.' },
  untagged: { ...money, description: 'What has no tag at all.' },
  spend: { ...money, description: 'All that it spends and that can bear tags.' },
  share,
  lines: { ...integer, description: 'How many lines lack the tags that are asked for.' },
  lacking: {
    description: 'What lacks each of the demanded tags.',
    ...arrayOf(object({ tag: { enum: tagNames }, amount: money })),
  },
  runs: { description: 'The billing runs with such lines.', ...arrayOf(integer) },
  owner: {
    description: 'All accounts of the owner, or of nobody, in this currency.',
    ...object({ accounts: integer, amount: money, spend: money, share }),
  },
});

/** What the list says of the whole month. */
export const spendMeta = object({
  total: integer,
  page: integer,
  per_page: integer,
  month: text('YYYY-MM'),
  tags: {
    description: 'The demanded tags.',
    ...arrayOf(object({ name: { enum: tagNames }, label: text('What people call it.') })),
  },
  totals: arrayOf(
    object({
      currency,
      amount: money,
      untagged: money,
      spend: money,
      share,
      accounts: integer,
      owners: { ...integer, description: 'Nobody, where accounts have no owner, counts as one.' },
    }),
  ),
  runs: {
    description: 'The billing runs of the month.',
    ...arrayOf(
      object({
        id: integer,
        provider: { enum: BILL_PROVIDERS },
        state: { enum: RUN_STATES },
        tags: {
          enum: ['counted', 'none', 'not_counted', 'being_read'],
          description:
            'none: its file tells no tags. not_counted: it was read before tags were counted. Neither is part of any amount.',
        },
      }),
    ),
  },
});

/** A service of an account with what it spends without the tags that are asked for. */
export const serviceSpend = object({
  service: textOrNull,
  billing_run: integer,
  provider: { enum: BILL_PROVIDERS },
  currency,
  amount: text('A decimal with all the digits that the lines have.'),
  spend: text('A decimal with all the digits that the lines have.'),
  share,
  lines: integer,
});
