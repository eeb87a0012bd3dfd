import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { settingDocs } from '#server/platform/config/settings.ts';

const guides = ['docs/operating.md', 'docs/sign-in.md'].map((file) =>
  readFileSync(`${projectRoot}/${file}`, 'utf8'),
);

test.each(settingDocs)('the guides for operators tell $name', ({ name }) => {
  expect(
    guides.some((guide) => new RegExp(`\\b${name}\\b`).test(guide)),
    `Say in docs/operating.md or docs/sign-in.md when somebody sets ${name}.`,
  ).toBe(true);
});

test('the guides name no setting that there is not', () => {
  const known = new Set(settingDocs.map(({ name }) => name));
  const families =
    /\b(?:SAML|SMTP|MAIL|REPORT|AWS|AZURE|GCP|GITHUB|GRAPH|AD|BIGQUERY|COPILOT|INVENTORY|DIRECTORY|SPINCO)_[A-Z_]+\b/g;
  // Read by the SDKs of AWS and Azure themselves.
  const ofSdks =
    /^AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY)$|^AZURE_(CLIENT_ID|CLIENT_SECRET|CLIENT_CERTIFICATE_PATH|AUTHORITY_HOST)$/;
  const told = guides.flatMap((guide) => [...guide.matchAll(families)].map(([name]) => name));
  expect(told.filter((name) => !known.has(name) && !ofSdks.test(name))).toEqual([]);
});
