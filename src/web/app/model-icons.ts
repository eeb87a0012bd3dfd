import {
  IconAddressBook,
  IconBriefcase,
  IconBuilding,
  IconFile,
  IconReceipt2,
  IconSitemap,
  type Icon,
} from '@tabler/icons-react';

const icons: Readonly<Record<string, Icon>> = {
  cost_centers: IconReceipt2,
  companies: IconBuilding,
  departments: IconSitemap,
  business_units: IconBriefcase,
  cloud_contacts: IconAddressBook,
};

/** The picture of a model's records; a plain one where it has none of its own. */
export const modelIcon = (model: string): Icon => icons[model] ?? IconFile;
