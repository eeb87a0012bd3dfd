import { spawnPortal, type SpawnedPortal } from './spawned-portal.ts';

type OwnPortal = [
  (others: object, use: (portal: SpawnedPortal) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
];

/** The fixture of a portal that no other file's journeys share, with the example data alone. */
export const ownPortal = (settings: Record<string, string> = {}): OwnPortal => [
  async ({}, use) => {
    const portal = await spawnPortal(settings);
    await use(portal);
    await portal.stop();
  },
  { scope: 'worker', timeout: 90_000 },
];
