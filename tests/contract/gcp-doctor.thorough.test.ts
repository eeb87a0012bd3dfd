import { afterAll, beforeEach, expect, it } from 'vitest';
import { examineGcp } from '#server/modules/factory/clouds/gcp-examine.ts';
import { openGcp } from '#server/providers/gcp/gcp.ts';
import type { GcpAccess } from '#server/providers/gcp/interface.ts';
import { refusingPort } from '#tests/support/free-port.ts';
import { startGcp } from '#simulators/gcp/gcp.ts';

const google = await startGcp();
afterAll(() => google.close());
beforeEach(() => google.disabled.clear());

const { url: api, organization, billingAccount } = google;

/** What the doctor says of Google Cloud: state and sentence of each line. */
async function linesOf(access: Partial<GcpAccess> = {}): Promise<string[]> {
  const gcp = openGcp({ organization, billingAccount, api, simulated: false, ...access });
  const { findings } = await examineGcp(gcp);
  return findings.map(({ state, message }) => `${state} ${message}`);
}

it('tries the organization, its folders, the billing account and the inventory, and makes nothing', async () => {
  expect(await linesOf()).toEqual([
    'ok Projects are made in the organization example.com.',
    'ok 9 folders are there for projects.',
    `ok ${billingAccount} can be charged.`,
    'ok Its inventory can be read.',
  ]);
  expect(google.projects.size).toBe(0);
});

it('says what Google says where the organization is none of the portal’s, and what to do', async () => {
  const [line, folders, billing, inventory] = await linesOf({ organization: '999' });
  expect(line).toMatch(
    /^failed Google did not return the organization: The caller does not have permission .* Give the service account/,
  );
  expect([folders, billing]).toEqual([
    'ok 9 folders are there for projects.',
    `ok ${billingAccount} can be charged.`,
  ]);
  expect(inventory).toMatch(/^warning Google did not return its inventory: /);
});

it('names each API that nobody enabled, and the command that enables it', async () => {
  google.disabled.add('cloudbilling.googleapis.com').add('cloudasset.googleapis.com');
  const enable = (api: string) =>
    `the API ${api} is not enabled in the project 987654321098. Run 'gcloud services enable ${api} --project 987654321098', wait some minutes, then retry.`;
  expect((await linesOf()).slice(2)).toEqual([
    `failed Google did not return the billing account: ${enable('cloudbilling.googleapis.com')}`,
    `warning Google did not return its inventory: ${enable('cloudasset.googleapis.com')}`,
  ]);
});

it('says that nobody could be charged', async () => {
  expect(await linesOf({ billingAccount: 'billingAccounts/000000-000000-000000' })).toContainEqual(
    expect.stringMatching(/^failed Google did not return the billing account: /),
  );
});

it('says once that Google cannot be reached, and what could not be looked at', async () => {
  expect(await linesOf({ api: `http://127.0.0.1:${await refusingPort()}` })).toEqual([
    'failed Google cannot be reached from this machine, so the organization, its folders, the billing account, and the inventory could not be looked at. Check its network and its proxy.',
  ]);
});
