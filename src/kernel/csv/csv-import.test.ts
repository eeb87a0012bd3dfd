import { describe, expect, it } from 'vitest';
import { cellText, fileImportOf, importColumns, importOf, readCell } from './csv-import.ts';
import { readHeaders, unknownHeader } from './import-headings.ts';
import { boolean } from '../fields/boolean.ts';
import { date } from '../fields/date.ts';
import { lookup } from '../fields/lookup.ts';
import { number } from '../fields/number.ts';
import { ref } from '../fields/ref.ts';
import { text } from '../fields/text.ts';
import { messagesFor } from '../messages.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { defineResource } from '../resource.ts';

const ports = defineResource('ports', {
  label: ['Port', 'Ports'],
  title: 'name',
  fields: { name: text('Name'), country: text('Country', { optional: true }) },
  columns: ['name'],
  messages: messagesFor('port'),
});

const ships = defineResource('ships', {
  label: ['Ship', 'Ships'],
  title: 'imo',
  fields: {
    imo: text('IMO Number'),
    crew: number('Crew', { default: 12 }),
    launched: date('Launched', { optional: true }),
    home_id: ref('Home Port', 'ports', { show: 'name', as: 'home', none: 'always' }),
    home_country: lookup('Flag State', 'home_id', 'country'),
    inspected: boolean('Inspected', { updateOnly: true }),
  },
  columns: ['imo'],
  csv: {
    file: 'ship_',
    export: ['imo', ['Crew Size', 'crew'], 'launched', 'home', 'home_country', 'inspected', 'created_at'],
    import: { columns: ['imo', ['Crew Size', 'crew'], 'launched', 'home'] },
  },
  messages: messagesFor('ship'),
});

const registry = defineRegistry([ships, ports]);
const headersOf = (...headers: string[]) => readHeaders(registry, ships, headers);

describe('headers of a file', () => {
  it('are found by property, by exported header and by label, whatever the case and the blanks', () => {
    for (const headers of [
      ['imo', 'crew', 'home'],
      [' IMO Number ', 'CREW SIZE', 'home port'],
      ['\ufeffImo', 'crew_size', 'Home_Port'],
    ]) {
      const { columns, problems } = headersOf(...headers);
      expect(problems).toEqual([]);
      expect([...columns.values()].map((column) => column.name)).toEqual(['imo', 'crew', 'home_id']);
    }
  });

  it('that only the export has are left aside', () => {
    const { columns, ignored, problems } = headersOf(
      'imo',
      'Flag State',
      'INSPECTED',
      'Created',
      'created_at',
    );
    expect([...columns.keys()]).toEqual(['imo']);
    expect(ignored).toEqual(['Flag State', 'INSPECTED', 'Created', 'created_at']);
    expect(problems).toEqual([]);
  });

  it('that mean nothing are distinguished from those that do', () => {
    const { columns, ignored, problems } = headersOf('imo', 'Captain', '__proto__');
    expect([[...columns.keys()], ignored, problems]).toEqual([['imo'], [], []]);
    expect(unknownHeader(importColumns(ships), 'Captain')).toEqual({
      row: 1,
      column: 'Captain',
      field: 'Captain',
      message: "'Captain' is not a column of this import. Its columns are imo, Crew Size, launched, home.",
    });
  });

  it('that stand for the same column are named', () => {
    expect(headersOf('imo', 'IMO Number').problems).toEqual([
      {
        row: 1,
        column: 'IMO Number',
        field: 'imo',
        message: "'imo' and 'IMO Number' both stand for IMO Number. Keep one of them.",
      },
    ]);
  });

  it('are demanded of the declaration to be fields that a creation sets', () => {
    const wrong = { ...ships, csv: { file: 'x', export: [], import: { columns: ['inspected'] } } };
    expect(() => importColumns(wrong)).toThrow(/a creation cannot set inspected/);
  });
});

describe('cells of a file', () => {
  const [imo, crew, launched, home] = importColumns(ships);
  const read = (column: typeof imo, cell: unknown) => (column ? readCell(column, cell) : undefined);

  it('that are blank count as no value', () => {
    for (const blank of ['', '  ', '\t', null, undefined]) expect(read(imo, blank)).toBeNull();
  });

  it('are read by the kind of the field', () => {
    expect(read(imo, ' 0074 ')).toEqual({ value: '0074' });
    expect(read(crew, '14')).toEqual({ value: 14 });
    expect(read(launched, '29.03.2026')).toEqual({ value: '2026-03-29' });
    expect(read(home, 'Aarhus')).toEqual({ value: 'Aarhus' });
  });

  it('name what is wrong with them', () => {
    expect(read(crew, 'many')).toEqual({ error: "Crew 'many' is not a whole number." });
    expect(read(imo, '1.23E+10')).toHaveProperty('error');
    expect(read(launched, '2026-02-30')).toHaveProperty('error');
  });

  it('keep formulas as text and lose the apostrophe of our own export', () => {
    expect(read(imo, '=SUM(A1)')).toEqual({ value: '=SUM(A1)' });
    expect(read(imo, "'=SUM(A1)")).toEqual({ value: '=SUM(A1)' });
    expect(read(imo, "'quoted")).toEqual({ value: "'quoted" });
  });

  it('may be numbers and booleans, but nothing that lost digits and nothing nested', () => {
    expect(cellText(4711)).toBe('4711');
    expect(cellText(true)).toBe('true');
    expect(read(imo, 2 ** 60)).toEqual({ error: 'IMO Number must be text.' });
    for (const odd of [{}, [], Number.NaN]) expect(read(crew, odd)).toHaveProperty('error');
  });
});

describe('a model whose records only a command adds', () => {
  const fed = defineResource('tides', {
    label: ['Tide', 'Tides'],
    title: 'place',
    actions: ['update'],
    fields: { place: text('Place', { unique: 'This place is there.' }) },
    columns: ['place'],
    csv: { file: 'tides_', export: ['place'], import: { key: 'place', columns: ['place'] } },
    messages: messagesFor('tide'),
  });

  it('has no import at the desk, and the columns and the key that it declares for files', () => {
    expect(importOf(fed)).toBeNull();
    expect(fileImportOf(fed)?.key).toBe('place');
    expect(importColumns(fed).map(({ header }) => header)).toEqual(['place']);
  });
});
