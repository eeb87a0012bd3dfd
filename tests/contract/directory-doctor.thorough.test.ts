import { describe, expect, it } from 'vitest';
import { examineDirectory } from '#server/modules/directory/sync/examine.ts';
import { newDataDir } from '#tests/faults/portal-process.ts';
import { skyledger } from '#tests/support/command-line.ts';
import { startDirectory } from '#tests/support/directory-sync.ts';
import { smallDirectory } from '#tests/support/security-groups.ts';

/** The database has nothing to do with it, and is not there. */
const WITHOUT_DATABASE = {
  DATABASE_URL: 'postgresql://sky@127.0.0.1:1/sky',
  SECRET_KEY: 'a secret for tests that nobody else has',
};

/** What the doctor says of the directory: the mark and the sentence of each line. */
async function linesOf(settings: Record<string, string>): Promise<string[]> {
  const { output } = await skyledger({ DATA_DIR: newDataDir(), ...WITHOUT_DATABASE, ...settings }, 'doctor');
  return output
    .split('\n')
    .filter((line) => /^\S+ +directory {2,}/.test(line))
    .map((line) => line.replaceAll(/ {2,}/g, ' '));
}

/** What is found of a directory in which the application has all permissions but these. */
async function examined(...without: string[]): Promise<string[]> {
  const { simulator, directory } = await startDirectory({ initial: smallDirectory() });
  for (const permission of without) simulator.permissions.delete(permission);
  const { findings } = await examineDirectory(directory);
  expect(simulator.directory.version).toBe(0);
  return findings.map(({ state, message }) => `${state}: ${message}`);
}

describe('the doctor', () => {
  it('says that a simulator stands for the directory, or that none is read, where the settings name no tenant', async () => {
    expect(await linesOf({})).toEqual([
      "- directory A simulator in the portal stands for it, so that nobody's membership is real. GRAPH_TENANT_ID names a real one.",
    ]);
    expect(await linesOf({ GRAPH_API: 'http://127.0.0.1:9' })).toEqual([
      "- directory A simulator at http://127.0.0.1:9 stands for it, so that nobody's membership is real. GRAPH_TENANT_ID names a real one.",
    ]);
    expect(await linesOf({ NODE_ENV: 'production' })).toEqual([
      '- directory No groups and people are read. Set GRAPH_TENANT_ID, and start the portal again.',
    ]);
  });

  it('reads a page of people and of groups, and changes nothing', async () => {
    expect(await examined()).toEqual(['ok: The people and the groups of Simulator can be read.']);
  });

  it('names each permission that the application lacks', async () => {
    const groups = await examined('Group.Read.All', 'Group.ReadWrite.All', 'GroupMember.ReadWrite.All');
    expect(groups).toEqual([
      expect.stringMatching(/^failed: The directory does not allow the portal to read its groups/),
    ]);
    const both = await examined('User.Read.All', 'Group.Read.All', 'Group.ReadWrite.All');
    expect(both).toHaveLength(2);
    expect(both[0]).toMatch(/^failed: .* User\.Read\.All /);
  });

  it('says once what is wrong with all of it', async () => {
    const { simulator, directory } = await startDirectory();
    await simulator.close();
    const { findings } = await examineDirectory(directory);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ state: 'failed' });
  });
});
