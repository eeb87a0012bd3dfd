import fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectIds } from '#server/modules/factory/clouds/gcp-ids.ts';
import {
  decodeLabel as textOfLabel,
  encodeLabel,
  encodeNarrowLabel,
} from '#server/modules/factory/clouds/gcp-labels.ts';
import { decodeLabel } from '#tests/support/decode-label.ts';

test.each([
  ['jane.doe@example.com', 'jane_1doe_0example_1com'],
  ['WBS/100-2_a', '_w_b_s_2100-2__a'],
  ['Größe', '_gr_-f6-_-df-e'],
  ['', ''],
])('%s is the label %s and is read back', (text, label) => {
  expect(encodeLabel(text)).toBe(label);
  expect(decodeLabel(label)).toBe(text);
});

const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 80 })
  .map((codes) => String.fromCodePoint(...codes));

test('any text becomes a label that Google takes, and is read back unless it became a key', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const label = encodeLabel(text);
      expect(label).toMatch(/^[a-z0-9_-]{0,63}$/);
      expect(decodeLabel(label)).toBe(label.startsWith('_--') ? null : text);
    }),
  );
});

test('the portal reads a label as its text, and one that is a key, or that it never wrote, as it is', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const label = encodeLabel(text);
      expect(textOfLabel(label)).toBe(label.startsWith('_--') ? label : text);
    }),
  );
  for (const label of ['Upper', '_-110000-', '_', 'a_-61-']) expect(textOfLabel(label)).toBe(label);
});

test('two texts never have the same label', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', '_', '-', '@', '.', '0', 'ä'), maxLength: 40 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(encodeLabel(one) === encodeLabel(other)).toBe(one === other);
    }),
  );
});

test('a text that is too long becomes a key, which is no text', () => {
  const long = `${'A'.repeat(40)}@example.com`;
  expect(encodeLabel(long)).toMatch(/^_--[0-9a-f]{24}$/);
  expect(encodeLabel(long)).toBe(encodeLabel(long));
  expect(decodeLabel(encodeLabel(long))).toBeNull();
});

test.each([
  ['gf-100', /^gf-100$/],
  ['', /^$/],
  ['jane.doe@example.com', /^jane-doe-example-com-[0-9a-f]{12}$/],
  ['WBS/100-A', /^wbs-100-a-[0-9a-f]{12}$/],
  ['100', /^t-100-[0-9a-f]{12}$/],
  ['Ü', /^t-[0-9a-f]{12}$/],
  ['A'.repeat(70), /^a{50}-[0-9a-f]{12}$/],
])('%s is a label without underscores as well', (text, label) => {
  expect(encodeNarrowLabel(text)).toMatch(label);
});

test('any text becomes a label that the narrower rule takes, and two texts never the same', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', '_', '-', '@', '.', '0', 'ä'), maxLength: 70 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(encodeNarrowLabel(one)).toMatch(/^(?:[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)?$/);
      expect(encodeNarrowLabel(one) === encodeNarrowLabel(other)).toBe(one === other);
    }),
  );
});

test.each(['_', '_-', '_--', '_-ffffffff-', 'Jane', 'a@b'])('%s was never written by the portal', (label) => {
  expect(decodeLabel(label)).toBeNull();
});

test.each([
  ['Shop-Frontend', 'shop-frontend'],
  ['Massless-Probe', 'mass-less-probe'],
  ['Google-Ads', 'goo-gle-ads'],
  ['A'.repeat(30), 'a'.repeat(30)],
])('the project %s has the id %s first', (name, id) => {
  expect(projectIds(name, '7')[0]).toBe(id);
});

test('any name that Google takes has ids that Google takes, the same each time and none twice', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abGOogleSsl0189-'), minLength: 2, maxLength: 28 });
  fc.assert(
    fc.property(letters, fc.nat(), (middle, deployment) => {
      const ids = projectIds(`n${middle}x`, String(deployment));
      expect(ids).toEqual(projectIds(`n${middle}x`, String(deployment)));
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) {
        expect(id).toMatch(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/);
        expect(id).not.toMatch(/google|ssl|undefined|null/);
      }
    }),
  );
});
