import { expect, it, onTestFinished } from 'vitest';
import { gcpTagging } from '#server/modules/factory/clouds/gcp-tagging.ts';
import { openGcp } from '#server/providers/gcp/gcp.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import { startGcp } from '#simulators/gcp/gcp.ts';

const PROJECT = 'shared-labels';

/** A cloud in which somebody else writes a label each time the project was read, so many times. */
async function withOther(times: number) {
  const simulator = await startGcp({
    delaySeconds: 0,
    initial: { projects: [{ projectId: PROJECT, labels: { team: 'shop' } }] },
  });
  onTestFinished(simulator.close);
  const { organization, billingAccount, url: api } = simulator;
  const gcp = openGcp({ organization, billingAccount, api, simulated: true });
  let written = 0;
  const project: GcpProvider['project'] = async (id) => {
    const read = await gcp.project(id);
    const there = simulator.projects.get(PROJECT);
    if (there && written < times) {
      written += 1;
      simulator.put({ ...there, labels: { ...there.labels, [`theirs-${written}`]: 'kept' } });
    }
    return read;
  };
  return { simulator, tagging: gcpTagging({ ...gcp, project }) };
}

const OWNER = { name: 'owner', value: 'jane' };

it('labels that somebody else writes between reading and writing are kept', async () => {
  const { simulator, tagging } = await withOther(2);
  await tagging.write(PROJECT, [OWNER]);
  expect(simulator.projects.get(PROJECT)?.labels).toEqual({
    team: 'shop',
    'theirs-1': 'kept',
    'theirs-2': 'kept',
    owner: 'jane',
  });
  expect(simulator.faults.calls('UpdateProject')).toBe(3);
});

it('labels that somebody else never stops writing are left for a later attempt, and nothing of theirs is lost', async () => {
  const { simulator, tagging } = await withOther(20);
  await expect(tagging.write(PROJECT, [OWNER])).rejects.toMatchObject({ code: 'ABORTED' });
  const labels = simulator.projects.get(PROJECT)?.labels ?? {};
  expect(labels).not.toHaveProperty('owner');
  expect(labels).toMatchObject({ team: 'shop', 'theirs-1': 'kept' });
});
