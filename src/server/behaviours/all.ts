import type { Behaviour } from '#server/engine/behaviour.ts';
import { cloudBillsBehaviour } from './cloud-bills/behaviour.ts';
import { cloudParentsBehaviour } from './cloud-parents/behaviour.ts';
import { cloudSurveyResponsesBehaviour } from './cloud-survey-responses.ts';
import { cloudContactsBehaviour } from './cloud-contacts.ts';
import { companiesBehaviour } from './companies.ts';
import { costCenterNetworksBehaviour } from './cost-center-networks.ts';
import { costCentersBehaviour } from './cost-centers/behaviour.ts';
import { githubCopilotUsersBehaviour } from './github-copilot-users.ts';
import { adGroupsBehaviour } from './directory/ad-groups.ts';
import { adPeopleBehaviour, adPermissionSetsBehaviour } from './directory/snapshot.ts';
import { inventoryDifferencesBehaviour } from './inventory-differences.ts';
import { dcoeMembersBehaviour, membersBehaviour } from './members/behaviour.ts';
import { projectIdsBehaviour } from './project-ids.ts';
import { sapCostCentersBehaviour } from './sap-cost-centers.ts';
import { teamMembershipTicketsBehaviour } from './team-membership-tickets.ts';

/** The behaviours of models that differ from all others. */
export const behaviours: readonly Behaviour[] = [
  adGroupsBehaviour,
  adPeopleBehaviour,
  adPermissionSetsBehaviour,
  cloudContactsBehaviour,
  companiesBehaviour,
  costCentersBehaviour,
  sapCostCentersBehaviour,
  costCenterNetworksBehaviour,
  cloudBillsBehaviour,
  cloudParentsBehaviour,
  cloudSurveyResponsesBehaviour,
  githubCopilotUsersBehaviour,
  inventoryDifferencesBehaviour,
  membersBehaviour,
  projectIdsBehaviour,
  dcoeMembersBehaviour,
  teamMembershipTicketsBehaviour,
];
