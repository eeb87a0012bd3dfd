import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { awsRights } from './rights/aws.ts';

/** A further cloud is a file beside that of AWS, and a row here. */
const clouds = [awsRights];
const guide = readFileSync(`${projectRoot}/docs/operating.md`, 'utf8');

test.each(clouds)('the guide for operators names every right that calls to $cloud need', (one) => {
  const documented = new Set(one.documented(guide));
  expect(one.needed().filter((right) => !documented.has(right))).toEqual([]);
});

test.each(clouds)('the guide for operators names no right that no call to $cloud needs', (one) => {
  const needed = new Set(one.needed());
  expect(needed.size).toBeGreaterThan(0);
  expect(one.documented(guide).filter((right) => !needed.has(right))).toEqual([]);
});
