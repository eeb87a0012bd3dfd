/** What a screen says, word for word. */
export interface SpecifiedScreen {
  path: string;
  /** The heading, or what it begins with. */
  heading: string;
  /** Labels, buttons and headings of columns that are seen at once, with commas between. */
  says: string;
}

const NETWORK_UPLOAD = 'Upload New Network/Project IDs';

/** The lists, by their models. */
export const lists: readonly SpecifiedScreen[] = [
  {
    path: '/auth/view/cost_centers',
    heading: 'Cost Centers',
    says: 'Add New Cost Center, Send Inventory Report, Identifier, Download CSV',
  },
  {
    path: '/auth/view/sap_cost_centers',
    heading: 'SAP Cost Centers Table',
    says: 'Upload New Cost Centers, Identifier, Company Code, AWS GL, GCP GL, Azure GL',
  },
  {
    path: '/auth/view/cost_center_networks',
    heading: 'Cost Center Networks Table',
    says: 'Identifier, WBS, Cost Center, New Network, Active At, Expired At, Created, Approved',
  },
  {
    path: '/auth/view/project_ids',
    heading: 'Project IDs Table',
    says: 'Identifier, Cost Center Network, SAP Project Name, PPM Project Name, Active At, Expired At, Replacement, Created, End Date, Active, CMP Approved',
  },
  {
    path: '/auth/view/microsoft_approvals',
    heading: 'Microsoft Approvals',
    says: 'Status, Approval Id, Approval Type, Title, Assigned To, Requested By, Created on, Updated at',
  },
  {
    path: '/auth/view/companies',
    heading: 'Companies',
    says: 'Add New Company, Download CSV, Code, Location, AWS GL, GCP GL, Azure GL, GL Type',
  },
  {
    path: '/auth/view/departments',
    heading: 'Departments',
    says: 'Add New Department, Download CSV, Name, Abbreviation',
  },
  {
    path: '/auth/view/business_units',
    heading: 'Business Units',
    says: 'Add New Business Unit, Download CSV, Name, Abbreviation',
  },
  {
    path: '/auth/view/cloud_bills',
    heading: 'Cloud Bills Historical Records',
    says: 'Export Data, Upload, Date, Provider, Identifier, Amount, Currency, Reference',
  },
  {
    path: '/auth/view/cloud_survey_responses',
    heading: 'Survey Responses',
    says: 'Identifier, Project Name, Account Owner, Business Unit, Department, Cloud Environment, Cost Center, Still In Use, Can Be Removed, Distribution List, Billing Contact, Security Contact, Operations Contact',
  },
  {
    path: '/auth/view/members',
    heading: 'Members Table',
    says: 'Add New Member, Download CSV, Name, Email, Department, Business Unit, Team, Blacklist',
  },
  {
    path: '/auth/view/dcoe_members',
    heading: 'CODE Members',
    says: 'Add New Member, Name, Email, Department, Business Unit, Team, Tenant, Blacklist',
  },
  {
    path: '/auth/view/github_organization_apps',
    heading: 'GitHub Org Applications',
    says: 'Name, Description, App ID, Client ID, Cost Center, Copilot Enabled',
  },
  {
    path: '/auth/view/github_copilot_users',
    heading: 'Github Copilot Table',
    says: 'GitHub Username, GitHub Organization, Cost Center, Cloud Contact Email, Requestor',
  },
  {
    path: '/auth/view/faqs',
    heading: 'FAQs',
    says: 'Add New FAQ, Question, Answer, Category',
  },
  {
    path: '/auth/view/glossaries',
    heading: 'Glossary',
    says: 'Add New Glossary Term, Term, Description, Category',
  },
  {
    path: '/auth/view/cloud_certifications',
    heading: 'Cloud Certifications',
    says: 'Add New Certification, Export Certificates, Download CSV, Member, Expiration Date',
  },
  {
    path: '/auth/view/cloud_contacts',
    heading: 'Cloud Contacts',
    says: 'Download CSV, Terminated, Name, Email',
  },
  { path: '/auth/view/service_catalog_products', heading: 'Service Catalog Products', says: 'Update' },
  {
    path: '/auth/view/cloud_parents',
    heading: 'Cloud Parents',
    says: 'Terminated, Cloud, Identifier, Name, Email, Owner, Business Unit, Department, Environment, Cost Center',
  },
  {
    path: '/auth/view/virtual_machines',
    heading: 'Virtual Machines',
    says: 'Resource ID, State, Cloud, Identifier, Name, Location, Resource Type, Business Unit, Cost Center',
  },
  {
    path: '/auth/view/cloud_projects',
    heading: 'Cloud Projects',
    says: 'Name, Default Project, Environment, IT Org Owner, Cloud Form, Owner',
  },
];

/** What tables that are edited say beside what they share; the others say what is shared alone. */
export const tables: Readonly<Record<string, { heading?: string; says: string }>> = {
  cost_centers: {
    says: 'Add a Row, Download CSV, Import CSV, Identifier, Company Code, Cloud Contact Email, Business Unit, Department, Active At, Expired At, Replacement Cost Center, Backup Cost Center, Created, AWS GL, GCP GL, Azure GL, Owner Terminated',
  },
  sap_cost_centers: { heading: 'SAP Cost Center Table', says: 'Add a Row, Identifier, Company Code' },
  cost_center_networks: {
    says: 'Add a Row, Download CSV, Upload New Network/Project IDs, Identifier, WBS, Cost Center, New Network, Active At, Expired At, Created, Approved',
  },
  project_ids: {
    says: 'Add a Row, Upload New Network/Project IDs, Identifier, Cost Center Network, SAP Project Name, PPM Project Name, Active At, Expired At, Created At, Replacement Project ID, End Date, Active?, CMP Approved?',
  },
  github_copilot_users: {
    heading: 'Github Copilot Users',
    says: 'Add a Row, GitHub Username, Requestor',
  },
};

/** What forms for new records say. */
export const forms: Readonly<Record<string, { heading?: string; says: string }>> = {
  cost_centers: {
    says: 'Identifier, Company Code, Add Replacement Cost Center, Add Backup Cost Center (WBS Only)',
  },
  companies: {
    heading: 'Add New company',
    says: 'Code, Location, AWS GL, GCP GL, Azure GL, GL Type',
  },
  departments: { says: 'Name, Abbreviation' },
  business_units: { says: 'Name, Abbreviation' },
  cloud_bills: { heading: 'Upload Cloud Billing', says: 'Submit' },
  members: {
    heading: 'Add New Member',
    says: 'Name, Email, Department, Other Department, Business Unit',
  },
  team_membership_tickets: { says: 'Requesting User Email, Department, Business Unit' },
  dcoe_members: {
    heading: 'Add New Member',
    says: 'Name, Email, Department, Other Department, Business Unit',
  },
  github_organization_apps: {
    says: 'Name, Description, App ID, Client ID, Private Key, Team Selection, Exclude Form',
  },
  faqs: { says: 'Question, Answer, Category' },
  glossaries: { says: 'Term, Description, Category' },
  cloud_certifications: {
    says: 'Member, Certification Name, Cloud, Issued Date, Expiration Date',
  },
  cloud_contacts: { says: 'Email, Confirm' },
  service_catalog_products: { says: 'Name, Product Id, Description' },
};

const STATISTICS =
  'Team Members, Cloud Accounts, Cost Centers, Cloud Projects, View Details, Cloud Deployments, Cloud Providers, Cloud Types';

/** Screens that belong to no model, and lists at an address of their own. */
export const others: readonly SpecifiedScreen[] = [
  { path: '/auth/home', heading: '', says: `Quick Utilities, Statistics, ${STATISTICS}` },
  { path: '/auth/dash-stats', heading: 'Statistics', says: STATISTICS },
  {
    path: '/auth/account-details',
    heading: 'Cloud Account Posture',
    says: 'CCOE, CORP (Corporate), GAM (Gaming), LOT (Lottery), BET (Digital & Betting), CIO, AWS, GCP, Azure',
  },
  {
    path: '/auth/active-directory/groups-aws',
    heading: 'AWS AD Groups',
    says: 'Members, Owners, Cloud Parents, Permission Sets, Non-Dormant, Dormant, PIM Only',
  },
  {
    path: '/auth/active-directory/groups-azure',
    heading: 'Azure AD Groups',
    says: 'Members, Owners, Cloud Parents, Permission Sets, Non-Dormant, Dormant',
  },
  {
    path: '/auth/active-directory/groups-gcp',
    heading: 'GCP AD Groups',
    says: 'Members, Owners, Cloud Parents, Permission Sets, Non-Dormant, Dormant',
  },
  {
    path: '/auth/membership-requests',
    heading: 'Membership Requests',
    says: 'Requesting User Email, Department, Business Unit, Requested Date, Completed',
  },
  {
    path: '/auth/missing-tags-report',
    heading: 'Missing Report Tags',
    says: 'Add New Missing Report Tag, Print Debug Message, Terms to Ignore, View, Edit',
  },
  {
    path: '/auth/customers',
    heading: 'Customers',
    says: 'Add New Customer, Name, SFDC IDs, View, Edit',
  },
  {
    path: '/auth/cloud-billing',
    heading: 'Cloud Billing',
    says: 'Search, Export Data, Spend per Cost Center, The date is charged for the previous month.',
  },
  {
    path: '/auth/billing-automation',
    heading: 'Billing Automation',
    says: 'Process an Invoice, Finalize Invoice, GCP Trigger, Upload, AWS, Azure, GCP',
  },
  {
    path: '/auth/billing-automation?tab=2',
    heading: 'Billing Automation',
    says: 'Send Invoices, Populate Cloud Bills, Update Big Query, Email Owners, AWS, Azure, GCP',
  },
];

const CHARGED = 'Cost Center, Owner';

/** The forms in which accounts are asked for, with the call that tells what a cloud has to choose from. */
export const requests: readonly (SpecifiedScreen & { told: string | null })[] = [
  {
    path: '/auth/create-aws-account',
    heading: 'Create AWS Account',
    told: null,
    says: `Account Email, Account Name, OU, ${CHARGED}, Department, Business Unit, Project Name, Missing Tags Emails, Billing Contact, Operations Contact, Security Contact, Regions`,
  },
  {
    path: '/auth/create-azure-subscription',
    heading: 'Create Azure Subscription',
    told: '/azure-groups',
    says: `Subscription Name, Management Group, ${CHARGED}, Project Name`,
  },
  {
    path: '/auth/create-gcp-project',
    heading: 'Create GCP Project',
    told: '/gcp-folders',
    says: `Project Name, Folder, ${CHARGED}, Project Name Tag`,
  },
];

/** Pages of those who are not signed in: their headings, and what is to be pressed and filled in there. */
export const publicScreens: readonly {
  path: string;
  heading: string;
  buttons: readonly string[];
  fields: readonly string[];
}[] = [
  { path: '/unauth/home', heading: 'Welcome to Skyledger', buttons: ['Login'], fields: [] },
  {
    path: '/unauth/update-member',
    heading: 'Update your details',
    buttons: ['Submit'],
    fields: ['Department', 'If Other, Department', 'Business Unit'],
  },
  { path: '/redirect', heading: 'Thank you!', buttons: [], fields: [] },
  { path: '/nothing/here', heading: 'Not Found - 404', buttons: ['Return to Home'], fields: [] },
];

/** The groups of the navigation, and what stands below each. */
export const navigation: Readonly<Record<string, readonly string[]>> = {
  Members: ['Members', 'Cloud Certifications', 'Membership Requests'],
  CRUD: [
    'Cost Centers',
    'SAP Cost Centers',
    'Companies',
    'Cost Center Networks',
    'Business Units',
    'Departments',
    'Cloud Bills',
    'Project IDs',
    'Microsoft Approvals',
    'Cloud Contacts',
    'Customers',
    'GitHub Org Applications',
    'GitHub Copilot Users',
    'Survey Responses',
    'Cloud Parents',
    'Virtual Machines',
    'Cloud Projects',
  ],
  Services: ['Service Catalog Manager', 'Billing Automation'],
  Information: [
    'Statistics',
    'Faqs',
    'Glossary',
    'AWS AD Groups',
    'Azure AD Groups',
    'GCP AD Groups',
    'Cloud Account Posture',
    'Missing Report Tags',
  ],
};

/** What a button opens, by the title of the dialog and what it says. */
export const dialogs: readonly { path: string; opens: string; title: string; says: string }[] = [
  {
    path: '/auth/view/cost_centers',
    opens: 'Send Inventory Report',
    title: 'Send Inventory Report',
    says: 'Email',
  },
  {
    path: '/auth/view/sap_cost_centers',
    opens: 'Upload New Cost Centers',
    title: 'Upload New Cost Centers',
    says: 'Email, Submit, Cancel',
  },
  {
    path: '/auth/crud/cost_center_networks',
    opens: NETWORK_UPLOAD,
    title: NETWORK_UPLOAD,
    says: 'Submit, Cancel',
  },
  {
    path: '/auth/view/cloud_certifications',
    opens: 'Export Certificates',
    title: 'Export Certificates',
    says: 'Email',
  },
  { path: '/auth/view/cloud_bills', opens: 'Export Data', title: 'Export Data', says: 'Email' },
];

/** What a list says, word for word. */
export const saidAt = (path: string): string[] =>
  lists.flatMap((screen) => (screen.path === path ? screen.says.split(', ') : []));
