import { describe, expect, it } from 'vitest';
import { Refusal } from './errors.ts';
import { boolean } from './fields/boolean.ts';
import { choice } from './fields/choice.ts';
import { date } from './fields/date.ts';
import { lookup } from './fields/lookup.ts';
import { number } from './fields/number.ts';
import { ref } from './fields/ref.ts';
import { text } from './fields/text.ts';
import { checkInput, inputJsonSchema, type Values } from './input.ts';

const ships = {
  fields: {
    name: text('Name'),
    imo: text('IMO Number', { optional: true, format: 'digits', max: 7 }),
    flag: choice('Flag', ['DK', 'NO'], { optional: true }),
    crew: number('Crew', { default: 12, min: 1 }),
    launched: date('Launched', { default: 'today' }),
    approved: boolean('Approved', { updateOnly: true }),
    seen_by: text('Seen By', { readOnly: true, optional: true }),
    afloat: boolean('Afloat', { readOnly: true, default: true }),
    inspected_on: date('Inspected On', { readOnly: true, optional: true }),
    state: choice('State', ['moored', 'at sea'], { readOnly: true, optional: true }),
    home_id: ref('Home Port', 'ports', {
      show: 'name',
      as: 'home',
      none: 'create-only',
      noneMessage: "Home Port can't be None!",
    }),
    sister_id: ref('Sister', 'ships', { show: 'name', as: 'sister', none: 'always' }),
    owner_id: ref('Owner', 'people', { show: 'email', as: 'owner', none: 'never', default: 1 }),
    home_country: lookup('Country', 'home_id', 'country'),
  },
};
const today = '2026-03-29';
const create = (body: Values) => checkInput(ships, body, 'create', today);
const update = (body: Values) => checkInput(ships, body, 'update', today);

function errorsOf(act: () => unknown): Record<string, string> {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal)
      return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]));
    throw error;
  }
  return {};
}

describe('the input of a creation', () => {
  it('gets the defaults, and None where nothing is said', () => {
    expect(create({ name: ' Ane ' })).toEqual({
      name: 'Ane',
      imo: null,
      flag: null,
      crew: 12,
      launched: '2026-03-29',
      approved: false,
      home_id: null,
      sister_id: null,
      owner_id: 1,
      afloat: true,
    });
  });

  it('names every wrong field at once', () => {
    const wrong = errorsOf(() =>
      create({ name: '', imo: 'x1', flag: 'SE', crew: 0, launched: '2026-02-30', owner_id: -1, mast: 3 }),
    );
    expect(Object.keys(wrong).sort()).toEqual([
      'crew',
      'flag',
      'imo',
      'launched',
      'mast',
      'name',
      'owner_id',
    ]);
    expect(wrong.name).toBe('Name is required.');
  });

  it('refuses what only an update may set and what nobody may set', () => {
    const wrong = errorsOf(() => create({ name: 'Ane', approved: true, home_country: 'DK', id: 7 }));
    expect(Object.keys(wrong).sort()).toEqual(['approved', 'home_country', 'id']);
  });

  it('refuses what the portal itself sets, empty or not, and so does an update', () => {
    const readOnly = { seen_by: 'Ane', afloat: false, inspected_on: '2026-03-29', state: null };
    for (const write of [(body: Values) => create({ name: 'Ane', ...body }), update])
      expect(errorsOf(() => write(readOnly))).toEqual({
        seen_by: 'Seen By cannot be set here.',
        afloat: 'Afloat cannot be set here.',
        inspected_on: 'Inspected On cannot be set here.',
        state: 'State cannot be set here.',
      });
    for (const mode of ['create', 'update'] as const)
      for (const name of Object.keys(readOnly))
        expect(inputJsonSchema(ships, mode)).not.toHaveProperty(['properties', name]);
  });

  it('reads -9999 as None and refuses ids that no record has', () => {
    expect(create({ name: 'Ane', sister_id: -9999 }).sister_id).toBeNull();
    expect(create({ name: 'Ane', home_id: '-9999' }).home_id).toBeNull();
    for (const id of [0, -1, -100, 1.5, 2 ** 63, 'x'])
      expect(errorsOf(() => create({ name: 'Ane', sister_id: id }))).toHaveProperty('sister_id');
  });

  it('refuses text that the database cannot hold', () => {
    for (const name of ['a\u0000b', '\uD800', 'x'.repeat(256)])
      expect(errorsOf(() => create({ name }))).toHaveProperty('name');
  });

  it('keeps the leading zeros of an account number and takes it as a number too', () => {
    expect(create({ name: 'Ane', imo: '0042' }).imo).toBe('0042');
    expect(create({ name: 'Ane', imo: 42 }).imo).toBe('42');
  });

  it('refuses an account number that is too long, however it is given', () => {
    for (const imo of ['12345678', 12_345_678])
      expect(errorsOf(() => create({ name: 'Ane', imo }))).toEqual({
        imo: 'IMO Number must have at most 7 characters.',
      });
  });

  it('is not misled by names that every object has', () => {
    expect(errorsOf(() => create(JSON.parse('{"name":"Ane","constructor":1}')))).toHaveProperty(
      'constructor',
    );
  });
});

describe('the input of an update', () => {
  it('holds the given fields only', () => {
    expect(update({ crew: 3, approved: true })).toEqual({ crew: 3, approved: true });
  });

  it('refuses None where only a new record may lack the reference, in the words of the declaration', () => {
    expect(errorsOf(() => update({ home_id: -9999 }))).toEqual({ home_id: "Home Port can't be None!" });
    expect(update({ sister_id: null })).toEqual({ sister_id: null });
  });
});

it('says of a code of a currency that it has three letters, and takes the same of a request', () => {
  const bills = { fields: { currency: text('Currency', { format: 'currency', default: 'USD' }) } };
  expect(inputJsonSchema(bills, 'create')).toMatchObject({
    properties: { currency: { type: 'string', pattern: '^[A-Za-z]{3}$', default: 'USD' } },
  });
  expect(checkInput(bills, { currency: ' eur ' }, 'create', today)).toEqual({ currency: 'EUR' });
});
