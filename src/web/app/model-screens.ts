import type { ModelScreens } from '#web/generic/model-screens.ts';

/** The models whose screens differ, each with its one module. A model that is not named here needs none. */
export const modelScreens: Readonly<Record<string, () => Promise<{ default: ModelScreens }>>> = {
  cost_centers: () => import('#web/screens/cost-centers/screens.tsx'),
  sap_cost_centers: () => import('#web/screens/sap-cost-centers/screens.ts'),
  cost_center_networks: () => import('#web/screens/networks/cost-center-networks.ts'),
  project_ids: () => import('#web/screens/networks/project-ids.ts'),
  companies: () => import('#web/screens/companies/screens.ts'),
  departments: () => import('#web/screens/departments.ts'),
  business_units: () => import('#web/screens/business-units.ts'),
  cloud_certifications: () => import('#web/screens/cloud-certifications/screens.tsx'),
  members: () => import('#web/screens/members.tsx'),
  dcoe_members: () => import('#web/screens/member-screens.ts'),
  team_membership_tickets: () => import('#web/screens/membership-requests.tsx'),
  missing_report_tags: () => import('#web/screens/manager-screens.ts'),
  customers: () => import('#web/screens/manager-screens.ts'),
  faqs: () => import('#web/screens/texts/faqs.ts'),
  glossaries: () => import('#web/screens/texts/glossaries.ts'),
  microsoft_approvals: () => import('#web/screens/microsoft-approvals.ts'),
  service_catalog_products: () => import('#web/screens/service-catalog-products/screens.ts'),
  cloud_contacts: () => import('#web/screens/cloud-contacts/screens.ts'),
  cloud_survey_responses: () => import('#web/screens/cloud-survey-responses/screens.tsx'),
  inventory_differences: () => import('#web/screens/inventory-differences/screens.tsx'),
  cloud_parents: () => import('#web/screens/cloud-parents/screens.tsx'),
  cloud_deployments: () => import('#web/screens/cloud-deployments/screens.tsx'),
  cloud_bills: () => import('#web/screens/cloud-bills/screens.tsx'),
};
