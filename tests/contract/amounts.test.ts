import { describe, expect, it } from 'vitest';
import { compareSchema } from '#server/engine/schema/schema-compare.ts';
import type { Row } from '#tests/support/api.ts';
import { withContracts } from '#tests/support/contracts-portal.ts';

const { portal, path: PATH, make, inputOf, historyOf, namesBy } = withContracts();

it('fits its declaration', async () => {
  expect(await compareSchema(portal.registry, portal.db)).toEqual([]);
});

describe('an amount', () => {
  const LONG = '123456789012345.10';

  it('is a text with all its digits, from the creation to the restored record', async () => {
    const row = await make({ name: 'Long', amount: LONG, unit_price: '0.000001' });
    const shown = { amount: LONG, unit_price: '0.000001' };
    expect(row).toMatchObject(shown);
    expect((await portal.api.get<Row[]>(`${PATH}?by_name=Long`)).body.data[0]).toMatchObject(shown);
    const changed = await portal.api.put(`${PATH}/${row.id}`, { amount: '-123456789012345.99' });
    expect(changed.body.data['amount']).toBe('-123456789012345.99');
    expect((await portal.api.put(`${PATH}/${row.id}`, { amount: LONG })).body.data['amount']).toBe(LONG);
    expect((await historyOf(row.id))[0]?.changes).toEqual([
      {
        field: 'amount',
        label: 'Amount',
        from: '-123456789012345.99',
        to: LONG,
        from_shown: '-123,456,789,012,345.99',
        to_shown: '123,456,789,012,345.10',
      },
    ]);
    expect((await portal.api.delete(`${PATH}/${row.id}`)).body.data).toMatchObject(shown);
    const restored = await portal.api.post(`${PATH}/${row.id}/restore`, {});
    expect(restored.body.data).toMatchObject({ ...shown, created_at: row['created_at'] });
  });

  it('is answered again as it was under the same key', async () => {
    const input = await inputOf({ amount: LONG });
    const key = { 'idempotency-key': 'an-amount' };
    const [first, second] = [
      await portal.api.post(PATH, input, key),
      await portal.api.post(PATH, input, key),
    ];
    expect(second.text).toBe(first.text);
    expect(second.body.data['amount']).toBe(LONG);
  });

  it.each([
    ['7', '7.00'],
    ['+7.5', '7.50'],
    ['-0', '0.00'],
    ['007.10', '7.10'],
    [12.5, '12.50'],
    ['1.100', '1.10'],
  ])('%j is %s', async (given, stored) => {
    expect((await make({ amount: given }))['amount']).toBe(stored);
  });

  it.each(['12,50', '1.234', '1e3', '1234567890123456', 'NaN', '', 0.1 + 0.2, 2 ** 60, true])(
    'cannot be %j',
    async (given) => {
      const { status, body } = await portal.api.post(PATH, await inputOf({ amount: given }));
      expect(status).toBe(422);
      expect(body.errors.map(({ field }) => field)).toEqual(['amount']);
    },
  );

  it('filters and sorts as the number that it is', async () => {
    for (const amount of ['9.00', '10.00', '-11.00']) await make({ name: `Sort ${amount}`, amount });
    expect(await namesBy('by_name=Sort&sort=amount')).toEqual(['Sort -11.00', 'Sort 9.00', 'Sort 10.00']);
    expect(await namesBy('by_name=Sort&by_amount=9')).toEqual(['Sort 9.00']);
    expect((await portal.api.get(`${PATH}?by_amount=nine`)).status).toBe(400);
  });

  it('is told of as a text in the OpenAPI', async () => {
    const document = JSON.parse((await portal.api.get('/openapi.json')).text) as {
      components: { schemas: Record<string, { properties: Record<string, object> }> };
    };
    const row = document.components.schemas['contract']?.properties ?? {};
    expect(row['amount']).toMatchObject({ type: 'string', pattern: String.raw`^-?\d+\.\d{2}$` });
    expect(row['seats']).toMatchObject({ anyOf: [{ type: 'integer' }, { type: 'null' }] });
    expect(row).not.toHaveProperty('private_key');
  });
});

describe('a file of such records', () => {
  it('is imported again as it was exported', async () => {
    const values = {
      name: 'Round',
      amount: '-1234567.80',
      unit_price: '0.123456',
      signers: ['Ada Lovelace', '=Grace', String.raw`DOMAIN\alan`],
      notes: 'One\nand two; "three"',
      terms: '<p>a <strong>b</strong> &amp; c</p>',
      policy: '{ "a": [1, 2] }',
    };
    const row = await make(values);
    const file = await portal.api.get(`${PATH}.csv?by_name=Round`);
    expect(file.text).toContain('Round,');
    await portal.api.delete(`${PATH}/${row.id}`);
    const cells = Object.fromEntries(
      Object.entries({ ...values, signers: values.signers.join(' ; '), currency: row['currency'] }),
    );
    const imported = await portal.api.post(`${PATH}/import_json`, { data: [cells] });
    expect([imported.status, imported.text]).toEqual([201, expect.any(String)]);
    const [back] = (await portal.api.get<Row[]>(`${PATH}?by_name=Round`)).body.data;
    expect(back).toMatchObject(values);
    expect((await portal.api.get(`${PATH}.csv?by_name=Round`)).text).toBe(file.text);
  });

  it('takes amounts with separators of thousands, and names the cell of a wrong one', async () => {
    const row = (name: string, amount: string) => ({ name, amount });
    const right = await portal.api.post(`${PATH}/import_json`, { data: [row('Thousands', '1,234,567.5')] });
    expect(right.status).toBe(201);
    expect((await portal.api.get<Row[]>(`${PATH}?by_name=Thousands`)).body.data[0]?.['amount']).toBe(
      '1234567.50',
    );
    const wrong = await portal.api.post(`${PATH}/import_json`, { data: [row('Comma', '12,5.0')] });
    expect(wrong.body.errors).toEqual([
      expect.objectContaining({
        row: 2,
        column: 'amount',
        message: "Amount '12,5.0' is no amount such as 1234.50.",
      }),
    ]);
  });
});
