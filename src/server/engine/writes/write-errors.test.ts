import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';
import { ReferenceData } from '#tests/support/reference-data.ts';

const engine = withEngine(registry);
const data = new ReferenceData(engine);

const OWNER = 'owner.of.errors@example.com';
let owner: number;
beforeAll(async () => {
  owner = (await data.contact({ email: OWNER })).id;
  // Rows that name none get the first of both.
  await Promise.all([data.businessUnit(), data.department(), data.company()]);
});

/** Something of the database that no model declares, for one test. */
async function undeclared(made: string, undone: string): Promise<void> {
  await engine.db.query(made);
  onTestFinished(async () => void (await engine.db.query(undone)));
}

const importOf = (identifier: string) =>
  engine.call('POST', '/cost_centers/import_json', {
    data: [{ identifier, cloud_contact_email: OWNER }],
  });

/** Our fault: said without a word of the database, whose terms nobody outside can use. */
function expectFault({ status, text }: { status: number; text: string }): void {
  expect([status, text]).toEqual([500, expect.stringContaining('Something went wrong on our side')]);
  expect(text).not.toMatch(/constraint|violates|relation|secret_rule|INSERT|23\d\d\d/i);
}

describe('a constraint that no model declares', () => {
  it('is our fault when it refuses a creation, a change or an import', async () => {
    const center = await data.placedCostCenter({ cloud_contact_id: owner });
    const rule = `CHECK (identifier NOT LIKE 'secret%') NOT VALID`;
    await undeclared(
      `ALTER TABLE cost_centers ADD CONSTRAINT secret_rule ${rule}`,
      'ALTER TABLE cost_centers DROP CONSTRAINT secret_rule',
    );
    const fields = { identifier: 'secret 1', cloud_contact_id: owner, companies_id: center['companies_id'] };
    expectFault(await engine.call('POST', '/cost_centers', fields));
    const change = { identifier: 'secret 2', lock_version: 1 };
    expectFault(await engine.call('PUT', `/cost_centers/${center.id}`, change));
    expectFault(await importOf('secret 3'));
  });

  it('is our fault where it demands uniqueness too', async () => {
    await undeclared(
      `CREATE UNIQUE INDEX secret_rule ON departments (abbreviation)`,
      'DROP INDEX secret_rule',
    );
    const add = () =>
      engine.call('POST', '/departments', { name: data.unique('Dept '), abbreviation: 'SAME' });
    expect((await add()).status).toBe(201);
    expectFault(await add());
  });

  it('is our fault where it keeps a record from being deleted', async () => {
    const department = await data.department();
    await undeclared(
      'CREATE TABLE secret_uses (used integer CONSTRAINT secret_rule REFERENCES departments)',
      'DROP TABLE secret_uses',
    );
    await engine.db.query('INSERT INTO secret_uses VALUES ($1)', [department.id]);
    expectFault(await engine.call('DELETE', `/departments/${department.id}`));
  });
});

describe('a constraint that a model declares', () => {
  it('is explained to the person in its own words, also where an import meets it', async () => {
    const name = data.unique('Twice ');
    const add = () => engine.call('POST', '/departments', { name });
    expect((await add()).status).toBe(201);
    const { status, body } = await add();
    expect([status, body.errors.map(({ field }) => field)]).toEqual([409, ['name']]);
  });

  it('is reported for an import that others overtook each time it was tried', async () => {
    const raise = `RAISE unique_violation USING CONSTRAINT = 'cost_centers_identifier_key'`;
    await undeclared(
      `CREATE FUNCTION overtake() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${raise}; END $$;
       CREATE TRIGGER overtake BEFORE INSERT ON cost_centers EXECUTE FUNCTION overtake()`,
      'DROP FUNCTION overtake CASCADE',
    );
    const { status, body } = await importOf('overtaken 1');
    expect([status, body.errors.map(({ field }) => field)]).toEqual([409, ['identifier']]);
  });
});
