import { describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { withContracts } from '#tests/support/contracts-portal.ts';

const { portal, path: PATH, make, inputOf, historyOf, namesBy } = withContracts();
const SECRET = '-----BEGIN KEY----- nobody reads this again';
const read = async (id: number) => (await portal.api.get(`${PATH}/${id}`)).body.data;

describe('a list of texts', () => {
  it('keeps its order and is none where nothing is given', async () => {
    expect((await make({ signers: ['b', ' a '] }))['signers']).toEqual(['b', 'a']);
    expect((await make({ signers: null }))['signers']).toEqual([]);
  });

  it('is found by a part of one of its texts, and by q', async () => {
    await make({ name: 'Listed', signers: [String.raw`CORP\zoe "Z" Quist`, 'Yan'] });
    expect(await namesBy(`by_signers=${encodeURIComponent(String.raw`corp\ZOE`)}`)).toEqual(['Listed']);
    expect(await namesBy(`q=${encodeURIComponent('"z" quist')}`)).toEqual(['Listed']);
    expect(await namesBy('by_signers=zoe%22%2C')).toEqual([]);
  });

  it.each([[['a;b']], [['']], [[1]], ['a'], [Array.from({ length: 101 }, () => 'x')]])(
    'cannot be %j',
    async (signers) => {
      const { status, body } = await portal.api.post(PATH, await inputOf({ signers }));
      expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['signers']]);
    },
  );

  it('is one change in the history', async () => {
    const { id } = await make({ signers: ['a'] });
    await portal.api.put(`${PATH}/${id}`, { signers: ['a', 'b'] });
    expect((await historyOf(id))[0]?.changes).toEqual([
      expect.objectContaining({ from: ['a'], to: ['a', 'b'], from_shown: 'a', to_shown: 'a ; b' }),
    ]);
  });
});

describe('rich text', () => {
  const BAD =
    '<p onclick="x()">Hi <b>you</b><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">l</a></p>';
  const GOOD = '<p>Hi <b>you</b><a>l</a></p>';

  it('loses what could run on its way in, in every answer and in the history', async () => {
    const made = await make({ terms: BAD });
    expect(made['terms']).toBe(GOOD);
    expect(await read(made.id)).toEqual(made);
    expect((await historyOf(made.id)).at(-1)?.changes.find(({ field }) => field === 'terms')).toMatchObject({
      to: GOOD,
      to_shown: 'Hi you l',
    });
  });

  it('loses on its way out what was written past the portal', async () => {
    const { id } = await make({ name: 'Past the portal' });
    await portal.db.query('UPDATE contracts SET terms = $1 WHERE id = $2', [BAD, id]);
    expect((await read(id))['terms']).toBe(GOOD);
    const list = await portal.api.get<Row[]>(`${PATH}?by_name=Past`);
    expect(list.body.data[0]?.['terms']).toBe(GOOD);
    expect((await portal.api.get(`${PATH}.csv?by_name=Past`)).text).not.toContain('script');
    const changed = await portal.api.put(`${PATH}/${id}`, { seats: 3 });
    expect(changed.body.data['terms']).toBe(GOOD);
    const stale = await portal.api.put(`${PATH}/${id}`, { seats: 4, lock_version: 1 });
    expect(stale.text).not.toContain('onerror');
    await portal.api.delete(`${PATH}/${id}`);
    expect((await portal.api.get(`${PATH}/${id}/history`)).text).not.toContain('onerror');
  });

  it('counts as empty without words, and is searched by its words', async () => {
    expect((await make({ terms: '<p> </p><script>x</script>' }))['terms']).toBeNull();
    await make({ name: 'Worded', terms: '<p>Fish &amp; <em>chips</em></p>' });
    expect(await namesBy('by_terms=fish+%26')).toEqual(['Worded']);
    expect(await namesBy('q=chips')).toEqual(['Worded']);
    expect(await namesBy('q=%3Cem')).toEqual([]);
  });
});

describe('JSON as text', () => {
  it('is kept as it was written, and refused where it is no JSON', async () => {
    expect((await make({ policy: '{ "a":1,\n "a":2 }' }))['policy']).toBe('{ "a":1,\n "a":2 }');
    const { body } = await portal.api.post(PATH, await inputOf({ policy: '{a: 1}' }));
    expect(body.errors).toEqual([
      { field: 'policy', message: 'Policy must be JSON, such as {"name": "value"}.' },
    ]);
  });
});

describe('a secret', () => {
  it('is in no answer, list, file, history or search, and sealed in the database', async () => {
    const made = await make({ name: 'Sealed', private_key: SECRET });
    expect(made).not.toHaveProperty('private_key');
    const { rows } = await portal.db.query<{ kept: string }>(
      `SELECT to_jsonb(c)::text AS kept FROM contracts c WHERE id = ${made.id}`,
    );
    expect(rows[0]?.kept).not.toContain('nobody reads');
    const paths = [
      PATH,
      `${PATH}/${made.id}`,
      `${PATH}.csv`,
      `${PATH}/${made.id}/history`,
      '/search?q=nobody',
    ];
    for (const path of paths) expect((await portal.api.get(path)).text).not.toContain('nobody reads');
    expect(await namesBy('q=nobody')).toEqual([]);
    for (const query of ['by_private_key=x', 'sort=private_key'])
      expect((await portal.api.get(`${PATH}?${query}`)).status).toBe(400);
  });

  it('stays where it is left empty, is read by the server alone, and leaves a mark of its change', async () => {
    const { id } = await make({ private_key: SECRET });
    for (const empty of ['', null, '  '])
      expect((await portal.api.put(`${PATH}/${id}`, { private_key: empty, seats: 5 })).status).toBe(200);
    const { rows } = await portal.db.query<{ kept: string }>(
      `SELECT private_key AS kept FROM contracts WHERE id = ${id}`,
    );
    expect(await portal.services.secret('contracts', id, 'private_key')).toBe(SECRET);
    expect((await portal.api.put(`${PATH}/${id}`, { private_key: 'other words' })).text).not.toContain(
      'other words',
    );
    expect(await portal.services.secret('contracts', id, 'private_key')).toBe('other words');
    expect((await historyOf(id))[0]?.changes).toEqual([
      {
        field: 'private_key',
        label: 'Private Key',
        from: null,
        to: null,
        from_shown: '••••••',
        to_shown: '••••••',
      },
    ]);
    // What was sealed for one column cannot be read in another.
    await portal.db.query('UPDATE contracts SET ticket = $1 WHERE id = $2', [rows[0]?.kept, id]);
    await expect(portal.services.secret('contracts', id, 'ticket')).rejects.toThrow(
      'unable to authenticate data',
    );
  });

  it('goes with its record, and does not come back with it', async () => {
    const { id } = await make({ private_key: SECRET });
    await portal.api.delete(`${PATH}/${id}`);
    const { rows } = await portal.db.query<{ kept: string }>(
      `SELECT snapshot::text AS kept FROM record_history WHERE resource = 'contracts' AND record_id = ${id} AND action = 'delete'`,
    );
    expect(rows[0]?.kept).not.toContain('private_key');
    expect((await portal.api.post(`${PATH}/${id}/restore`, {})).status).toBe(200);
    expect(await portal.services.secret('contracts', id, 'private_key')).toBeNull();
  });

  it('is not told in the refusal of a wrong one', async () => {
    const { status, text: answer } = await portal.api.post(
      PATH,
      await inputOf({ private_key: `${'nobody reads '.repeat(900)}` }),
    );
    expect(status).toBe(422);
    expect(answer).not.toContain('nobody reads');
  });
});

describe('a field that is set at creation only', () => {
  it('is refused by an update, and told so in the OpenAPI', async () => {
    const made = await make({ ticket: 'T-1' });
    expect(made['ticket']).toBe('T-1');
    const { status, body } = await portal.api.put(`${PATH}/${made.id}`, { ticket: 'T-2' });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'ticket', message: 'Ticket cannot be set here.' }],
    ]);
  });
});
