import {
  IconAddressBook,
  IconBriefcase,
  IconBuilding,
  IconChartPie,
  IconChecklist,
  IconCloud,
  IconDeviceDesktop,
  IconFile,
  IconKey,
  IconPigMoney,
  IconReceipt2,
  IconRocket,
  IconSend,
  IconSitemap,
  IconUser,
  IconUserPlus,
  IconUsersGroup,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';

const icons: Readonly<Record<string, Icon>> = {
  cost_centers: IconReceipt2,
  budgets: IconPigMoney,
  allocation_metrics: IconChartPie,
  companies: IconBuilding,
  departments: IconSitemap,
  business_units: IconBriefcase,
  cloud_contacts: IconAddressBook,
  cloud_parents: IconCloud,
  virtual_machines: IconDeviceDesktop,
  cloud_projects: IconRocket,
  cloud_survey_responses: IconChecklist,
  ad_groups: IconUsersGroup,
  ad_people: IconUser,
  ad_permission_sets: IconKey,
  ad_membership_changes: IconUserPlus,
  webhooks: IconWebhook,
  webhook_deliveries: IconSend,
};

/** The picture of a model's records; a plain one where it has none of its own. */
export const modelIcon = (model: string): Icon => icons[model] ?? IconFile;
