import type { Values } from '#kernel/input.ts';
import { Refusal } from '#kernel/errors.ts';
import { deedKinds } from '#resources/account-life.ts';
import type { EndWords, Procedure } from '../ledger/procedure.ts';
import { holdDeployment } from '../ledger/rows.ts';
import type { Step } from '../ledger/step.ts';
import type { FactoryParts } from '../parts.ts';
import { livingCloudIn, type LivingCloud } from './adoption.ts';
import { taggingSteps } from './adopt-steps.ts';
import type { ChangeDeed } from './change.ts';
import { accountIn } from './cloud-life.ts';
import { noteDetails, taggedTexts } from './details.ts';
import { mailEnd } from './mails.ts';
import { moveStepsOf, targetIn } from './move.ts';
import { holdRecord, parentIn } from './record-step.ts';
import { againstIt, holdAccount, readAccount, refuseSecond, type LivingAccount } from './store.ts';

type Parts = Pick<FactoryParts, 'services' | 'outbox' | 'config' | 'clouds'>;

/** How accounts are moved, and how their tags are written, whichever cloud they are in. */
export const changeProcedures = (parts: Parts): Procedure[] => [
  changeProcedure(parts, 'move', {
    steps: (request) => moveStepsOf(parts, request),
    read: (_at, _account, request) => ({ place: targetIn(request).path }),
    wayBack: 'It can be moved back at any time.',
    line: 'It lies there in its cloud, and the inventory has its place.',
  }),
  changeProcedure(parts, 'tag', {
    steps: (request) => taggingSteps(livingCloudIn(parts, request).life),
    read: (at, account) => ({ tags: taggedTexts(at.life.tagging, account) }),
    wayBack: 'Its record says whose it is, and can be changed as that of any account.',
    line: 'Its cloud has what the inventory says as tags.',
  }),
];

interface Changing {
  steps: (request: Values) => readonly Step[];
  /** What was read back of the account at the end. */
  read: (at: LivingCloud, account: LivingAccount, request: Values) => Parameters<typeof noteDetails>[2];
  wayBack: string;
  line: string;
}

function changeProcedure(
  parts: Parts,
  deed: ChangeDeed,
  { steps, read, wayBack, line }: Changing,
): Procedure {
  const words: EndWords = {
    done: 'is done',
    lines: [line],
    failed: 'could not be done',
    late: 'Let it end; the page of the account says how it is then.',
  };
  return {
    kind: deedKinds[deed],
    steps,
    identifier: (_ids, request) => accountIn(request),
    mayGoOn: async (tx, { id, request }) => {
      const account = await holdAccount(tx, parentIn(request));
      await refuseSecond(tx, account, id);
      const problem = againstIt(account, deed);
      if (problem !== null) throw new Refusal(409, `${problem} Cancel this deployment.`);
    },
    async finish(tx, { id, request }, who) {
      const parent = parentIn(request);
      const account = (await holdRecord(tx, parent)) ? await readAccount(tx, parent) : null;
      if (account) await noteDetails(tx, account, read(livingCloudIn(parts, request), account, request));
      const row = await holdDeployment(tx, id);
      await mailEnd(tx, parts, row, { deed, owner: account?.reachable ?? null, wayBack, lastDay: null }, who);
    },
    words,
  };
}
