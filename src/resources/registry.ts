import { assembleRegistry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { adGroups } from './ad-groups.ts';
import { adMembershipChanges } from './ad-membership-changes.ts';
import { adPeople } from './ad-people.ts';
import { adPermissionSets } from './ad-permission-sets.ts';
import { allocationMetrics } from './allocation-metrics.ts';
import { budgets } from './budgets.ts';
import { businessUnits } from './business-units.ts';
import { cloudContacts } from './cloud-contacts.ts';
import { cloudBills } from './cloud-bills.ts';
import { cloudDeployments } from './cloud-deployments.ts';
import { cloudParents } from './cloud-parents.ts';
import { cloudProjects } from './cloud-projects.ts';
import { cloudSurveyResponses } from './cloud-survey-responses.ts';
import { cloudCertifications } from './cloud-certifications.ts';
import { costCenterNetworks } from './cost-center-networks.ts';
import { dcoeMembers } from './dcoe-members.ts';
import { driftFindings } from './drift-findings.ts';
import { faqs } from './faqs.ts';
import { githubCopilotUsers } from './github-copilot-users.ts';
import { inventoryDifferences } from './inventory-differences.ts';
import { githubOrganizationApps } from './github-organization-apps.ts';
import { glossaries } from './glossaries.ts';
import { missingReportTags } from './missing-report-tags.ts';
import { members } from './members.ts';
import { microsoftApprovals } from './microsoft-approvals.ts';
import { projectIds } from './project-ids.ts';
import { requestTemplates } from './request-templates.ts';
import { sapCostCenters } from './sap-cost-centers.ts';
import { serviceCatalogProducts } from './service-catalog-products.ts';
import { spincoSgChanges } from './spinco-sg-changes.ts';
import { teamMembershipTickets } from './team-membership-tickets.ts';
import { virtualMachines } from './virtual-machines.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { webhooksOf } from './webhooks.ts';
import { companies } from './companies.ts';
import { costCenters } from './cost-centers.ts';
import { customers } from './customers.ts';
import { departments } from './departments.ts';
import { selectOptions } from './select-options.ts';

const models: readonly Resource[] = [
  costCenters,
  sapCostCenters,
  costCenterNetworks,
  projectIds,
  microsoftApprovals,
  companies,
  departments,
  businessUnits,
  cloudContacts,
  members,
  dcoeMembers,
  teamMembershipTickets,
  cloudCertifications,
  cloudBills,
  budgets,
  allocationMetrics,
  requestTemplates,
  customers,
  githubOrganizationApps,
  githubCopilotUsers,
  serviceCatalogProducts,
  faqs,
  glossaries,
  missingReportTags,
  cloudParents,
  virtualMachines,
  cloudProjects,
  cloudSurveyResponses,
  inventoryDifferences,
  cloudDeployments,
  adGroups,
  adPeople,
  adPermissionSets,
  adMembershipChanges,
  spincoSgChanges,
  driftFindings,
  selectOptions,
];

/** Every model of the portal, in the order in which screens list them. */
export const registry = assembleRegistry([...models, webhooksOf(models), webhookDeliveries]);
