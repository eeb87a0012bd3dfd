import { expect, it } from 'vitest';
import { openGitHub } from '#server/providers/github/github.ts';
import type { GitHub } from '#server/providers/github/interface.ts';
import { appKey, seatOf, withGitHub } from '#tests/support/github.ts';
import { githubJudge } from './clouds.ts';
import { conformanceOf, unseen } from './conforming.ts';
import { recorderBefore } from './proxy.ts';
import { sentToGitHub } from './sent.ts';

const { privateKey, publicKey } = appKey();
const stranger = appKey();
const ORGANIZATION = 'example';
const app = { appId: '1', privateKey };
const failing = (call: Promise<unknown>) => call.catch((error: unknown) => error);

async function useSeats(github: GitHub): Promise<void> {
  await Array.fromAsync(github.seats(app, ORGANIZATION));
  await github.addSeat(app, ORGANIZATION, 'newcomer');
  await github.seat(app, ORGANIZATION, 'newcomer');
  await github.removeSeat(app, ORGANIZATION, 'newcomer');
  await github.right(app, ORGANIZATION);
}

async function beRefused(github: GitHub): Promise<void> {
  await github.seat(app, ORGANIZATION, 'nobody');
  await failing(github.right(app, 'elsewhere'));
  await failing(github.right({ ...app, privateKey: stranger.privateKey }, ORGANIZATION));
  await failing(github.right({ ...app, appId: '9' }, ORGANIZATION));
  await failing(github.addSeat(app, ORGANIZATION, 'of a team'));
  await failing(github.removeSeat(app, ORGANIZATION, 'has-a-team'));
  await failing(github.seat({ ...app, appId: '2' }, ORGANIZATION, 'jane'));
}

it('GitHub: everything that the provider and the simulator say is of its description', async () => {
  const installed = (copilot: 'write' | 'none') => ({
    publicKey,
    installations: [
      { organization: ORGANIZATION, copilot },
      { organization: 'without-copilot', copilot },
      { organization: 'asleep', copilot, suspended: true },
    ],
  });
  const { simulator } = await withGitHub(
    { 1: installed('write'), 2: installed('none') },
    {
      initial: [
        {
          name: ORGANIZATION,
          copilot: true,
          seats: [
            seatOf('jane'),
            seatOf('has-a-team', { team: 'payments', lastActivityAt: null, lastEditor: null }),
            seatOf('leaving', { pendingCancellation: '2099-01-01' }),
            ...Array.from({ length: 100 }, (_, at) => seatOf(`person-${at}`)),
          ],
        },
        { name: 'without-copilot', copilot: false, seats: [] },
      ],
      pauseSeconds: 1,
    },
  );
  const { url: api, exchanges } = await recorderBefore(simulator.url);
  const github = openGitHub({ api, simulated: true, patienceSeconds: 10 });
  await useSeats(github);
  await beRefused(github);
  await failing(Array.fromAsync(github.seats(app, 'without-copilot')));
  await failing(Array.fromAsync(github.seats(app, 'asleep')));
  for (const operation of [
    'GetInstallation',
    'CreateToken',
    'ListSeats',
    'GetSeat',
    'AddUsers',
    'RemoveUsers',
  ])
    for (const fault of ['throttled', 'failing'] as const) {
      simulator.faults.plan(operation, fault);
      await failing(useSeats(github));
      simulator.faults.clear();
    }

  const { faults, operations } = conformanceOf(githubJudge(), exchanges);
  expect(faults).toEqual([]);
  expect(unseen(sentToGitHub(), operations)).toEqual([]);
});
