import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatDay } from '#kernel/dates.ts';
import { NEW_ROW_ID, NONE_ID } from '#kernel/ids.ts';
import { companies, glDefaults } from '#resources/companies.ts';
import { cloudCertifications } from '#resources/cloud-certifications.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { faqs } from '#resources/faqs.ts';
import { glossaries } from '#resources/glossaries.ts';
import { dcoeMembers } from '#resources/dcoe-members.ts';
import { members } from '#resources/members.ts';
import { environmentBuckets, unitLabel, unitOptions as offeredUnits } from '#resources/posture.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import { quickRanges } from '#web/features/cloud-billing/spans.ts';
import { buckets, unitOptions } from './posture.ts';

const RENO = { aws_gl: '784031', gcp_gl: '784033', azure_gl: '784032', riOrReno: 'Reno' };
const RI = { aws_gl: '520084', gcp_gl: '520110', azure_gl: '520109', riOrReno: 'RI' };

const TENANTS = { words: { spincorp: 'SpinCo' }, others: 'RemainCo' };
const tenantNames = ({ fields }: typeof members | typeof dcoeMembers) => fields.tenant.names;

describe('what is fixed', () => {
  it.each(['1000', '3100', '3500', '5200', '3800', '3750'])('company %s books renewals', (code) => {
    expect(glDefaults(code)).toEqual(RENO);
  });

  it.each(['01', '10000', '4400', '375'])('company %s books reserved instances', (code) => {
    expect(glDefaults(code)).toEqual(RI);
  });

  it.each([
    ['the id that means none', NONE_ID, -9999],
    ['the id of a row that is not stored yet', NEW_ROW_ID, -100],
    ['how a day is shown', formatDay('2026-03-09'), '09-Mar-2026'],
    ['the teams', members.fields.team.choices, ['Core', 'Advisory', 'Community']],
    ['the tenants', [members, dcoeMembers].map(tenantNames), [TENANTS, TENANTS]],
    ['the business units', offeredUnits.map(unitLabel), unitOptions.map(({ label }) => label)],
    ['what environments count as', environmentBuckets, buckets],
    ['the clouds', cloudCertifications.fields.provider.choices.toSorted(), ['aws', 'azure', 'gcp']],
    ['the days since a creation', costCenters.filters?.created_at, { choices: ['30', '60', '90'] }],
    ['what a company reserves or renews', companies.fields.riOrReno.choices.toSorted(), ['RI', 'Reno']],
    ['the height of an answer', faqs.fields.answer.height, 500],
    ['the height of a term', glossaries.fields.description.height, 500],
    ['the height of a product', serviceCatalogProducts.fields.description.height, 300],
  ])('%s', (_what, told, fixed) => {
    expect({ told }).toMatchObject({ told: fixed });
  });

  it('are the ranges of the chart, with every fiscal year from February 2018 to the current one', () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ now: new Date('2026-01-31T12:00:00Z') });
    const ranges = new Map(quickRanges().map(({ label, value }) => [label, value]));
    expect([...ranges.keys()].slice(0, 3)).toEqual(['Last month', 'Last 3 months', 'Last 6 months']);
    const years = [2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025];
    expect([...ranges.keys()].slice(3)).toEqual(years.map((year) => `Fiscal year ${year}`));
    for (const year of years)
      expect(ranges.get(`Fiscal year ${year}`)).toEqual([`${year}-02-01`, `${year + 1}-01-31`]);
  });
});
