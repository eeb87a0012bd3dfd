import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { withPortal } from '#tests/support/portal.ts';
import { countOf } from '#tests/support/worksheets.ts';

const portal = withPortal();

describe('a new company', () => {
  const accounts = ({ aws_gl, gcp_gl, azure_gl, riOrReno }: Row) => [aws_gl, gcp_gl, azure_gl, riOrReno];
  const add = async (company: object) => (await portal.api.post('/companies', company)).body.data;

  it.each(['1000', '3100', '3500', '5200', '3800', '3750'])(
    '%s books on the accounts of Reno',
    async (code) => {
      expect(accounts(await add({ code }))).toEqual(['784031', '784033', '784032', 'Reno']);
    },
  );

  it('with any other code books on those of RI', async () => {
    expect(accounts(await add({ code: '4711' }))).toEqual(['520084', '520110', '520109', 'RI']);
  });

  it('keeps what a person gave, an empty account too', async () => {
    const given = { code: '4712', aws_gl: '1', gcp_gl: null };
    expect(accounts(await add(given))).toEqual(['1', null, '520109', 'RI']);
  });
});

describe.each(['/members', '/dcoe/members'])('a new member of %s', (path) => {
  const other = () => portal.api.post('/departments', { name: 'Other' });
  const idOf = async () => {
    const { body } = await portal.api.get<Row[]>('/departments?by_name=Other');
    return body.data[0]?.id;
  };

  it('of the department Other is of that which is told beside it', async () => {
    expect([201, 409]).toContain((await other()).status);
    const departments_id = await idOf();
    const add = async (more: object) =>
      (await portal.api.post(path, { name: 'M', departments_id, ...more })).body.data;
    expect(await add({ email: 'optics@example.com', other_department: 'Optics' })).toMatchObject({
      departments_id: null,
      other_department: 'Optics',
    });
    expect(await add({ email: 'nothing@example.com', other_department: ' ' })).toMatchObject({
      departments_id,
      other_department: null,
    });
  });
});

describe('POST /cloud_contacts/by_email', () => {
  const ask = (body: unknown, headers?: Record<string, string>) =>
    portal.api.post('/cloud_contacts/by_email', body, headers);

  it('adds a contact once, and finds it then whatever the case', async () => {
    const added = await ask({ cloud_contact: { email: 'Grace.Hopper@example.com' } });
    expect([added.status, added.body.data]).toEqual([
      201,
      expect.objectContaining({ email: 'Grace.Hopper@example.com', name: null, terminated: false }),
    ]);
    const found = await ask({ email: ' grace.hopper@EXAMPLE.com ' });
    expect([found.status, found.body.data]).toEqual([200, added.body.data]);
  });

  it('never adds two, however many ask at once', async () => {
    const before = await countOf(portal.api, 'cloud_contacts');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at % 3 === 0
          ? portal.api.post('/cloud_contacts', { email: 'alan.turing@example.com' })
          : ask({ email: at % 2 === 0 ? 'alan.turing@example.com' : 'ALAN.Turing@example.com' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
    expect(answers.filter(({ status }, at) => at % 3 !== 0 && status === 409)).toEqual([]);
    expect(await countOf(portal.api, 'cloud_contacts')).toBe(before + 1);
  });

  it('answers a repeated request as it did the first time', async () => {
    const key = { 'idempotency-key': 'one-contact' };
    const answers = [await ask({ email: 'k@example.com' }, key), await ask({ email: 'k@example.com' }, key)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });

  it('refuses what is not one address, and what it does not know', async () => {
    expect((await ask({ email: 'a@example.com, b@example.com' })).status).toBe(422);
    expect((await ask({})).status).toBe(422);
    expect((await ask({ email: 'x@example.com', terminated: true })).status).toBe(422);
  });
});

describe('a new cost center', () => {
  let owner: Row;
  beforeAll(async () => {
    owner = (await portal.api.post('/cloud_contacts', { email: 'owner@example.com' })).body.data;
    await portal.api.post('/business_units', { name: 'Corporate' });
    await portal.api.post('/departments', { name: 'General Administration' });
    const cost = { identifier: '0815', cloud_contact_id: owner.id };
    expect((await portal.api.post('/cost_centers', cost)).status).toBe(201);
  });

  it.each([{}, { cloud_contact_id: null }, { cloud_contact_id: -9999 }])(
    'whose identifier has a slash inherits the owner of what is before it, given %j',
    async (given) => {
      const identifier = `0815/${JSON.stringify(given).length}`;
      const { status, body } = await portal.api.post('/cost_centers', { identifier, ...given });
      expect([status, body.data['cloud_contact_id']]).toEqual([201, owner.id]);
    },
  );

  it('keeps the owner that it is given', async () => {
    const other = (await portal.api.post('/cloud_contacts', { email: 'other@example.com' })).body.data;
    const cost = { identifier: '0815/99', cloud_contact_id: other.id };
    expect((await portal.api.post('/cost_centers', cost)).body.data['cloud_contact_id']).toBe(other.id);
  });

  it.each(['4711', '4711/01'])('%s needs an owner where there is none to inherit', async (identifier) => {
    const { status, body } = await portal.api.post('/cost_centers', { identifier });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'cloud_contact_id', message: 'Cloud Contact Email is required.' }],
    ]);
  });
});
