import { expect, test } from 'vitest';
import { awsFeatures, awsRights, documentedFor, grantedBy } from './rights/aws.ts';
import { azureRights } from './rights/azure.ts';
import { chapter, fileOf } from './rights/cloud.ts';
import { apisOf, callsToGoogle, gcpRights, rolesFor, rowsOfRoles } from './rights/gcp.ts';
import { githubRights } from './rights/github.ts';
import { graphRights } from './rights/graph.ts';

/** A further cloud is a file beside that of AWS, and a row here. */
const clouds = [awsRights, azureRights, gcpRights, graphRights, githubRights];
const guide = fileOf('docs/operating.md');

test.each(clouds)('the guide for operators names every right that calls to $cloud need', (one) => {
  const documented = new Set(one.documented(guide));
  expect(
    one.needed().filter((right) => !documented.has(right)),
    `Name them in the chapter '${one.told}' of docs/operating.md.`,
  ).toEqual([]);
});

test.each(clouds)('the guide for operators names no right that no call to $cloud needs', (one) => {
  const needed = new Set(one.needed());
  expect(needed.size).toBeGreaterThan(0);
  expect(
    one.documented(guide).filter((right) => !needed.has(right)),
    `No call needs them: take them out of the chapter '${one.told}' of docs/operating.md.`,
  ).toEqual([]);
});

test.each(clouds)('the kit grants what calls to $cloud need, and nothing else', (one) => {
  expect(
    one.granted(),
    `Of ${one.kit}: what stands behind - is needed and not granted, what stands behind + is granted and not needed.`,
  ).toEqual(one.needed());
});

/** Where bills lie, and by which role, depends on the account of the bucket. */
const OF_BILLS: Readonly<Record<string, string[]>> = {
  bills: ['s3:GetObject', 's3:ListBucket'],
  'bills-by-role': ['sts:AssumeRole'],
};

test.each(awsFeatures())('the policy %s grants what the guide names for it', (feature) => {
  const told = OF_BILLS[feature] ?? documentedFor(guide, feature);
  expect(told.length).toBeGreaterThan(0);
  expect(grantedBy(`policies/${feature}.json`)).toEqual(told);
});

test('the StackSet gives the role of the catalog what its policy gives', () => {
  expect(grantedBy('catalog-role.json')).toEqual(grantedBy('policies/provisioned-products.json'));
});

test('the guide tells by which role each call to Google is let in', () => {
  const rows = rowsOfRoles(guide);
  const telling: Readonly<Record<string, string>> = {
    createLoadJob: 'load jobs',
    createQueryJob: 'queries',
  };
  for (const call of callsToGoogle())
    for (const role of rolesFor(call)) {
      const name = telling[call] ?? `${call.charAt(0).toUpperCase()}${call.slice(1)}`;
      expect(rows.get(role), role).toContain(name);
    }
});

test('the kit enables the APIs that the guide has enabled, and those of keyless sign-in', () => {
  const keyless = ['iamcredentials.googleapis.com', 'sts.googleapis.com'];
  const told = apisOf(
    /gcloud services enable[^\n]*\n.*/.exec(chapter(guide, 'Connecting Google Cloud'))?.[0] ?? '',
  );
  expect(apisOf(fileOf('deploy/gcp/main.tf')).filter((api) => api !== 'iam.googleapis.com')).toEqual(
    [...told, ...keyless].toSorted(),
  );
});
