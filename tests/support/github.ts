import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { openGitHub } from '#server/providers/github/github.ts';
import {
  startGitHub,
  type GitHubOptions,
  type SimulatedApp,
  type GitHubSimulator,
} from '#simulators/github/github.ts';
import type { SimulatedSeat } from '#simulators/github/state.ts';

/** A key as GitHub gives it to an App; one for all tests of a file, since it takes a while to make. */
export const appKey = (): { privateKey: string; publicKey: string } => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
  };
};

export const seatOf = (login: string, more: Partial<SimulatedSeat> = {}): SimulatedSeat => ({
  login,
  plan: 'business',
  createdAt: '2026-01-05T08:00:00Z',
  lastActivityAt: '2026-03-01T08:00:00Z',
  lastEditor: 'vscode/1.103.0',
  pendingCancellation: null,
  team: null,
  ...more,
});

/** A simulator for one test, with Apps by their ids. */
export async function withGitHub(
  apps: Readonly<Record<string, SimulatedApp>>,
  options: Partial<GitHubOptions> = {},
): Promise<{ simulator: GitHubSimulator; github: ReturnType<typeof openGitHub> }> {
  const simulator = await startGitHub({ app: async (id) => apps[id] ?? null, ...options });
  onTestFinished(() => simulator.close());
  return { simulator, github: openGitHub({ api: simulator.url, simulated: true, patienceSeconds: 3 }) };
}
