import { expect, it } from 'vitest';
import { exhaustingArchives, exhaustingTables } from '#tests/support/hostile-files.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();

it.each([...exhaustingArchives, ...exhaustingTables])(
  '%s is refused as a reviewed workbook with a sentence, and the next request is answered',
  async (_what, make) => {
    const data = (await make()).toString('base64');
    const { status, body } = await portal.api.post('/cloud_bills/parse_pre_ap', {
      cloud_bill: { data, input: { provider: 'azure' } },
    });
    expect([413, 422], body.error).toContain(status);
    expect(body.error).toMatch(/^[A-Z].*[.]$/);
    expect((await portal.api.get('/billing_runs')).status).toBe(200);
  },
);
