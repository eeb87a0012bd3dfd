import { asTag, awsAccount } from '#resources/cloud-requests/aws-account.ts';
import type { AwsProvider } from '#server/providers/aws/interface.ts';
import type { Step, StepContext } from '../../ledger/step.ts';
import { accountOf, textOf } from './parts.ts';

/** The keys in AWS of what accounts are tagged with. */
const KEYS = {
  cost_center: 'CostCenter',
  department: 'Department',
  owner: 'Owner',
  project_name: 'ProjectName',
  business_unit: 'BusinessUnit',
} as const;
const MISSING_TAGS = 'MissingTagsEmails';

/** The tags of an account; what was left empty is no tag. */
export function tagsOf(context: Pick<StepContext, 'request'>): Record<string, string> {
  const fields = Object.entries(KEYS).map(([tag, key]): [string, string] => {
    const field = awsAccount.tags[tag as keyof typeof KEYS];
    return [key, field === undefined ? '' : asTag(textOf(context, field))];
  });
  const emails = context.request['missingTagsEmails'];
  const all: [string, string][] = [...fields, [MISSING_TAGS, Array.isArray(emails) ? emails.join(' ') : '']];
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

/** Tags the account. The same tags may be set again. */
export function tagAccount(provider: AwsProvider): Step {
  return {
    name: 'tag_account',
    label: 'Tag the account',
    input: async (context) => ({ tags: tagsOf(context) }),
    call: async (context, { tags }) => {
      const all = tags as Record<string, string>;
      await provider.tag(accountOf(context), all);
      return { state: 'done', note: `${Object.keys(all).length} tags` };
    },
  };
}
