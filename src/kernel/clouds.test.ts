import { expect, it } from 'vitest';
import { cloudBills } from '#resources/cloud-bills.ts';
import { registry } from '#resources/registry.ts';
import { cloudName } from './clouds.ts';
import { kindOf, type Field } from './fields/kinds.ts';

/** The fields of all models that say which cloud, each with its word for Google Cloud. */
const clouds = registry.all.flatMap(({ name, fields }) =>
  Object.entries(fields).flatMap(([field, declared]: [string, Field]) => {
    const choices: readonly string[] = 'choices' in declared ? declared.choices : [];
    const word = choices.find((one) => one === 'gcp' || one === 'GcpCloudParent');
    return word === undefined ? [] : [[`${name}.${field}`, declared, word] as const];
  }),
);

it('knows the clouds however their words are written', () => {
  expect(['aws', 'AWS', ' gcp ', 'GitHub', 'elsewhere'].map(cloudName)).toEqual([
    'AWS',
    'AWS',
    'Google Cloud',
    'GitHub',
    'elsewhere',
  ]);
});

it('is said of every field that says which cloud, and written into files that are read again', () => {
  expect(clouds.map(([name]) => name)).toContain('cloud_certifications.provider');
  for (const [name, field, word] of clouds) {
    const kind = kindOf(field);
    expect([name, kind.display(word, field), kind.formatCell(word, field)]).toEqual([
      name,
      'Google Cloud',
      'Google Cloud',
    ]);
    expect([name, kind.parseCell(field, 'google cloud'), kind.parseCell(field, word)]).toEqual([
      name,
      { value: word },
      { value: word },
    ]);
  }
});

it('is said of a bill, whose provider may be another one, too', () => {
  const { provider } = cloudBills.fields;
  const kind = kindOf(provider);
  expect(['aws', 'gcp', 'aws-marketplace'].map((word) => kind.display(word, provider))).toEqual([
    'AWS',
    'Google Cloud',
    'aws-marketplace',
  ]);
  expect(kind.formatCell('gcp', provider)).toBe('Google Cloud');
  const stored = ['Google Cloud', 'AWS', 'GCP', 'aws-marketplace'].map((text) =>
    kind.schema(provider).parse(text),
  );
  expect(stored).toEqual(['gcp', 'aws', 'gcp', 'aws-marketplace']);
  expect(kind.readShown?.(provider, 'google cloud')).toEqual({ comparison: 'among', values: [['gcp']] });
  expect(kind.readShown?.(provider, 'aws')).toBeNull();
});
