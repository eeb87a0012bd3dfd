import type { PoolClient } from 'pg';
import { deedKinds } from '#resources/account-life.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { budgetSteps } from '../budget.ts';
import { holdDeployment } from '../ledger/rows.ts';
import type { EndWords, Procedure } from '../ledger/procedure.ts';
import type { Step } from '../ledger/step.ts';
import type { FactoryParts } from '../parts.ts';
import { lackingOf, recordOf } from './adopted.ts';
import { adoptedIn, livingCloudIn } from './adoption.ts';
import { accountIn, type CloudLife, type CloudTagging, type WantedTag } from './cloud-life.ts';
import { noteDetails, taggedTexts } from './details.ts';
import { mailEnd } from './mails.ts';
import { holdRecord, parentIn, writeRecord } from './record-step.ts';
import { againstIt, holdAccount, readAccount, refuseSecond } from './store.ts';

type Parts = Pick<FactoryParts, 'services' | 'outbox' | 'config' | 'clouds'>;

const words: EndWords = {
  done: 'is done',
  lines: ['The inventory has its owner and its cost center, and its cloud has them as tags.'],
  failed: 'could not be done',
  late: 'Let it end, or retry it; the record can be changed on its page.',
};

/** How accounts are adopted that nobody requested, whichever cloud they are in. */
export const adoptionProcedure = (parts: Parts): Procedure => ({
  kind: deedKinds.adopt,
  steps: (request) => adoptionSteps(parts, request),
  identifier: (_ids, request) => accountIn(request),
  mayGoOn: async (tx, { id, request }) => {
    const account = await holdAccount(tx, parentIn(request));
    await refuseSecond(tx, account, id);
    const problem = againstIt(account, 'adopt');
    if (problem !== null) throw new Refusal(409, problem);
  },
  async finish(tx, { id, request }, who) {
    const row = await holdDeployment(tx, id);
    // The owners of a batch have got one mail about all of their accounts.
    if (row.batch !== null) return;
    const parent = parentIn(request);
    const account = (await holdRecord(tx, parent)) ? await readAccount(tx, parent) : null;
    const at = livingCloudIn(parts, request);
    if (account) await noteDetails(tx, account, { tags: taggedTexts(at.life.tagging, account) });
    const owner = account?.reachable ?? null;
    const wayBack = 'Its record and its tags say whose it is, and can be changed as those of any account.';
    await mailEnd(tx, parts, row, { deed: 'adopt', owner, wayBack, lastDay: null }, who);
  },
  words,
  quietInBatch: true,
});

/** The steps of an adoption: the record, the tags, whether the cloud shows them, and the budget where one is requested. */
export function adoptionSteps(
  { clouds, services }: Pick<Parts, 'clouds' | 'services'>,
  request: Values,
): Step[] {
  const at = livingCloudIn({ clouds }, request);
  return [
    recordStep(services, at.life.tagging),
    ...taggingSteps(at.life),
    ...budgetSteps(services, at.recipe, request),
  ];
}

/** The steps that write the tags of a request, and read them back. */
export const taggingSteps = ({ tagging, called }: Pick<CloudLife, 'tagging' | 'called'>): Step[] => [
  writeStep(tagging, called),
  compareStep(tagging, called),
];

/** Changes the record in the transaction that keeps the step: a process that dies leaves both or none. */
const recordStep = (services: EngineServices, { idName }: CloudTagging): Step => ({
  name: 'adopt_record',
  label: 'Write the record',
  isPointOfNoReturn: true,
  input: async ({ request }) => recordOf(adoptedIn(request)),
  call: async ({ deployment, request }, values) => ({
    state: 'done',
    write: async (tx, who) => {
      const problem = await refusedNow(tx, parentIn(request));
      if (problem !== null) throw new ProviderFailure('refused', problem);
      await writeRecord(tx, services, { deployment, request }, values, who);
      return { [idName]: accountIn(request) };
    },
  }),
});

/** Why the record cannot be adopted any more; null where it can. */
async function refusedNow(tx: PoolClient, id: number): Promise<string | null> {
  if (!(await holdRecord(tx, id)))
    return 'The record was deleted meanwhile. Cancel this, and read the inventory again.';
  return againstIt(await readAccount(tx, id), 'adopt');
}

const wantedIn = (input: Readonly<Record<string, unknown>>) => input['tags'] as readonly WantedTag[];
const namesOf = (tags: readonly WantedTag[]) => tags.map(({ name }) => name).join(', ');

/** Writes the tags that the account lacks. Each call looks first, and the same tags may be written twice. */
const writeStep = (tagging: CloudTagging, called: string): Step => ({
  name: 'adopt_tags',
  label: `Write the tags in ${called}`,
  input: async ({ request }) => ({ tags: tagging.wanted(request) }),
  call: async ({ request, signal }, input) => {
    const account = accountIn(request);
    const lacking = lackingOf(tagging, await tagging.read(account, signal), wantedIn(input));
    if (lacking.length === 0) return { state: 'done', note: 'It had them already.' };
    await tagging.write(account, lacking, signal);
    return { state: 'done', note: `Written: ${namesOf(lacking)}.` };
  },
});

/** Reads the tags back. Clouds show what was written some moments late: until then it is looked again. */
function compareStep(tagging: CloudTagging, called: string): Step {
  const compare: Step['call'] = async ({ request, signal }, input) => {
    const wanted = wantedIn(input);
    const lacking = lackingOf(tagging, await tagging.read(accountIn(request), signal), wanted);
    if (lacking.length === 0)
      return { state: 'done', note: `${called} has all ${wanted.length} as they were written.` };
    const note = `${called} does not show ${namesOf(lacking)} yet.`;
    return { state: 'waiting', note, lookAgain: tagging.lookAgain };
  };
  return {
    name: 'adopt_compare',
    label: 'Read the tags back',
    input: async ({ request }) => ({ tags: tagging.wanted(request) }),
    call: compare,
    look: compare,
  };
}
