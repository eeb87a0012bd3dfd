import { withEnvironment } from '#resources/account-places.ts';
import type { Values } from '#kernel/input.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { stateStep } from '../clouds/state-step.ts';
import type { Step } from '../ledger/step.ts';
import type { FactoryParts } from '../parts.ts';
import { livingCloudIn, livingCloudOf, type LivingCloud } from './adoption.ts';
import { NOT_CONNECTED, NOTHING_SHOWN, type PlannedChange } from './change.ts';
import { placeNamed, type CloudPlace } from './cloud-places.ts';
import { changesOf } from './record-changes.ts';
import { holdRecord, parentIn, writeRecord } from './record-step.ts';
import { againstIt, nameOf, readAccount, type LivingAccount } from './store.ts';

type Parts = Pick<FactoryParts, 'db' | 'clouds' | 'services'>;

/** Where an account is moved to, as its deployment keeps it. */
export const targetIn = (request: Values): CloudPlace => ({
  id: textOf(request, 'to'),
  path: textOf(request, 'to_path'),
});

/** What it means to move an account, held against the portal's knowledge and its cloud. Called without a transaction. */
export async function planMove(parts: Parts, account: LivingAccount, named: string): Promise<PlannedChange> {
  const at = livingCloudOf(parts, account);
  const own = againstIt(account, 'move') ?? (at ? null : NOT_CONNECTED);
  const plan = { deed: 'move', account, at, request: {}, changes: [], shown: NOTHING_SHOWN } as const;
  if (!at || own !== null)
    return { ...plan, changes: [], problems: own === null ? [] : [own], unchecked: null };
  try {
    const { look, places } = at.life;
    const [seen, from, all] = [
      await look(account.identifier),
      await places.of(account.identifier),
      await places.all(),
    ];
    const to = placeNamed(places, all, named);
    if (typeof to === 'string') return { ...plan, changes: [], problems: [to], unchecked: null };
    const isThere = from?.id.toLowerCase() === to.id.toLowerCase();
    const changes = changesOf(account, withEnvironment(account, to.path));
    const problems = [
      ...(seen.state === 'in_use' ? [] : [`'${nameOf(account)}' cannot be moved now: ${seen.words}`]),
      ...(isThere && changes.length === 0 ? [`'${nameOf(account)}' lies in ${to.path} already.`] : []),
      ...(to.refused === undefined || isThere ? [] : [to.refused]),
    ];
    const request = { to: to.id, to_path: to.path, ...(from && { from: from.id, from_path: from.path }) };
    return {
      ...plan,
      request,
      changes,
      shown: {
        from: from?.path ?? null,
        to: to.path,
        effects: effectsOf(at, from, to),
        tags: [],
        steps: moveSteps(at, parts.services, request).map(({ label }) => label),
      },
      problems,
      unchecked: null,
    };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return {
      ...plan,
      changes: [],
      problems: [`It cannot be looked where it lies: ${error.message}`],
      unchecked: error.message,
    };
  }
}

const effectsOf = ({ life }: LivingCloud, from: CloudPlace | null, to: CloudPlace): string[] => [
  `Policies and rights that ${to.path} hands down hold for it from then on${from ? `, and those of ${from.path} no longer do` : ''}.`,
  `Nothing in it is stopped or deleted by ${life.called}, unless these policies do.`,
];

/** The steps of a move: in the cloud, which is looked at before and after, and on the record. */
export const moveSteps = (at: LivingCloud, services: EngineServices, request: Values): Step[] => [
  cloudStep(at, targetIn(request)),
  recordStep(services),
];

/** The steps of a deployment. */
export const moveStepsOf = (
  { clouds, services }: Pick<Parts, 'clouds' | 'services'>,
  request: Values,
): Step[] => moveSteps(livingCloudIn({ clouds }, request), services, request);

const cloudStep = ({ life: { called, places } }: LivingCloud, to: CloudPlace): Step =>
  stateStep({
    name: 'move_in_cloud',
    label: `Move it in ${called}`,
    input: async ({ request }) => ({ from: request['from'] ?? null, to: to.id }),
    seen: async (account, signal) =>
      (await places.isIn(account, to.id, signal)) ? { state: 'done', note: `It lies in ${to.path}.` } : null,
    call: (account, signal) => places.move(account, to.id, signal),
    meanwhile: { note: `${called} does not show it there yet.`, lookAgain: places.lookAgain },
  });

/** Changes the record in the transaction that keeps the step. Whoever deletes the record meanwhile has moved the account all the same. */
const recordStep = (services: EngineServices): Step => ({
  name: 'move_record',
  label: 'Write the record',
  input: async ({ request }) => ({ place: targetIn(request).path }),
  call: async ({ deployment, request }, { place }) => ({
    state: 'done',
    write: async (tx, who) => {
      const id = parentIn(request);
      if (!(await holdRecord(tx, id))) return {};
      const values = withEnvironment(await readAccount(tx, id), String(place));
      await writeRecord(tx, services, { deployment, request }, values, who);
      return {};
    },
  }),
});
