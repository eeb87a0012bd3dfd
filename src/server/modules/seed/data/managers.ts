/** Customers with the ids that Salesforce knows them by, and what the report of missing tags passes over. */
export const customers = [
  ['Alpine Lotteries', ['0015e00000AlpLOT', '0015e00000AlpINT']],
  ['Baltic Gaming Group', ['0015e00000BalGGR']],
  ['Coastline Sportsbook', ['0015e00000CstSPB', '0015e00000CstMOB', '0015e00000CstRET']],
  ['Meridian Casinos', ['0015e00000MrdCAS']],
] as const;

export const missingReportTags = [
  ['Accounts of the landing zone are tagged by the platform.', ['landingzone', 'shared-services']],
  ['Sandboxes need no project name.', ['sandbox', 'playground']],
  ['Resources that are being removed are not reported.', ['decommissioned']],
] as const;
