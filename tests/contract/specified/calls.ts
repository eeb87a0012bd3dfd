import type { Values } from '#kernel/input.ts';
import { surveyFields } from './fields.ts';

/** A call that writes a record, with exactly the members that clients send. */
export interface WritingCall {
  method: 'POST' | 'PUT';
  /** Below /api; `{id}` is that of a record that is there. */
  path: string;
  model: string;
  /** Under which a client may wrap the members. */
  wrapper: string;
  /** Names of the members; a reference ends in `_id` and is sent as a number. */
  members: readonly string[];
  /** Those that are lists and sent as JSON text. */
  json?: readonly string[] | undefined;
}

/** What is sent of a project, which is approved as it is added and not later. */
const projectFields = [
  'identifier',
  'cost_center_network_id',
  'new_project_id',
  'active_at',
  'expired_at',
  'end_date',
  'active',
  'ppm_project_name',
  'sap_project_name',
];

/** What clients write of each model: by POST, and by PUT where that differs. */
const written: readonly {
  model: string;
  path?: string;
  wrapper: string;
  post: readonly string[] | null;
  put?: readonly string[] | null;
  json?: readonly string[];
}[] = [
  {
    model: 'cost_centers',
    wrapper: 'cost_center',
    post: [
      'identifier',
      'cloud_contact_id',
      'company_code',
      'companies_id',
      'active_at',
      'expired_at',
      'new_cost_center_id',
      'departments_id',
      'alt_cost_center_id',
      'business_units_id',
    ],
  },
  {
    model: 'sap_cost_centers',
    wrapper: 'sap_cost_center',
    post: ['identifier', 'cloud_contact_id', 'companies_id'],
  },
  {
    model: 'companies',
    wrapper: 'company',
    post: ['code', 'country', 'aws_gl', 'gcp_gl', 'azure_gl', 'gl_type', 'riOrReno'],
  },
  { model: 'departments', wrapper: 'department', post: ['name', 'abbreviation'] },
  { model: 'business_units', wrapper: 'business_unit', post: ['name', 'abbreviation'] },
  {
    model: 'cost_center_networks',
    wrapper: 'cost_center_network',
    post: ['identifier', 'wbs', 'cost_center_id', 'new_network_id', 'active_at', 'expired_at'],
    put: ['identifier', 'wbs', 'cost_center_id', 'new_network_id', 'active_at', 'expired_at', 'approved'],
  },
  {
    model: 'project_ids',
    wrapper: 'project_id',
    post: [...projectFields, 'cmp_approved'],
    put: projectFields,
  },
  {
    model: 'microsoft_approvals',
    wrapper: 'microsoft_approval',
    post: null,
    put: ['status', 'approval_id', 'title', 'created_at', 'updated_at'],
  },
  {
    model: 'cloud_bills',
    path: '/cloud_bills/',
    wrapper: 'cloud_bill',
    post: [
      'identifier',
      'company_code',
      'account',
      'date',
      'business_units_id',
      'cost_center_networks_id',
      'provider',
      'currency',
      'reference',
      'amount',
      'activity',
      'line_item',
    ],
  },
  {
    model: 'cloud_survey_responses',
    wrapper: 'cloud_survey_response',
    post: surveyFields,
  },
  {
    model: 'members',
    wrapper: 'member',
    post: ['email', 'name', 'team', 'blacklist', 'business_units_id', 'departments_id'],
  },
  { model: 'members', wrapper: 'member', post: null, put: ['blacklist'] },
  {
    model: 'team_membership_tickets',
    wrapper: 'team_membership_ticket',
    post: ['requesting_principal_user_id', 'department', 'business_unit'],
    put: null,
  },
  {
    model: 'dcoe_members',
    path: '/dcoe/members',
    wrapper: 'dcoe_member',
    post: ['name', 'email', 'departments_id', 'other_department', 'business_units_id'],
    put: ['blacklist'],
  },
  {
    model: 'cloud_certifications',
    wrapper: 'cloud_certification',
    post: ['member_id', 'name', 'provider', 'issue_date', 'expiration_date'],
  },
  {
    model: 'github_organization_apps',
    wrapper: 'github_organization_apps',
    post: [
      'name',
      'description',
      'app_id',
      'client_id',
      'private_key',
      'cost_centers_id',
      'team_selection',
      'exclude_form',
      'copilot_enabled',
    ],
  },
  {
    model: 'github_copilot_users',
    wrapper: 'github_copilot_user',
    post: [
      'name',
      'cost_center',
      'cloud_contact_id',
      'github_organization_app_id',
      'github_username',
      'easy_vista_ticket_number',
      'requestor',
    ],
  },
  {
    model: 'missing_report_tags',
    wrapper: 'missing_report_tag',
    post: ['print_debug_message', 'terms_to_ignore'],
    json: ['terms_to_ignore'],
  },
  { model: 'customers', wrapper: 'customer', post: ['name', 'sfdc_ids'], json: ['sfdc_ids'] },
  { model: 'faqs', wrapper: 'faq', post: ['question', 'answer', 'category'] },
  { model: 'glossaries', wrapper: 'glossary', post: ['term', 'description', 'category'] },
  {
    model: 'service_catalog_products',
    wrapper: 'service_catalog_product',
    post: ['name', 'identifier', 'description'],
  },
];

export const writingCalls: readonly WritingCall[] = written.flatMap(
  ({ model, wrapper, post, put, json, ...own }) => {
    const path = own.path ?? `/${model}`;
    const changed = put === undefined ? post : put;
    return [
      ...(post ? [{ method: 'POST' as const, path, model, wrapper, members: post, json }] : []),
      ...(changed
        ? [
            {
              method: 'PUT' as const,
              path: `${path.replace(/\/$/, '')}/{id}`,
              model,
              wrapper,
              members: changed,
              json,
            },
          ]
        : []),
    ];
  },
);

/** Addresses that answer a list, or one record by its id. */
export const readingCalls = [
  '/cost_centers',
  '/sap_cost_centers',
  '/companies',
  '/departments',
  '/business_units',
  '/cost_center_networks',
  '/project_ids',
  '/microsoft_approvals',
  '/cloud_bills',
  '/cloud_bills?key=4711&startDate=2026-01-01&endDate=2026-01-31',
  '/cloud_parents',
  '/virtual_machines',
  '/cloud_projects',
  '/cloud_survey_responses',
  '/cloud_contacts',
  '/members',
  '/members?by_name=a&by_email=b&by_department=c&by_business_unit=d&by_team=Core',
  '/members?by_name=&by_department=All&by_business_unit=All&by_team=All',
  '/dcoe/members',
  '/team_membership_tickets',
  '/cloud_certifications',
  '/faqs',
  '/glossaries',
  '/service_catalog_products',
  '/github_organization_apps',
  '/github_copilot_users',
  '/missing_report_tags',
  '/customers',
  '/select_options',
  '/select_options?by_field=department',
  '/select_options?by_field=business_unit',
] as const;

/** Models of which a record can be deleted. */
export const deletedModels = [
  'cost_centers',
  'sap_cost_centers',
  'companies',
  'departments',
  'business_units',
  'cost_center_networks',
  'project_ids',
  'microsoft_approvals',
  'cloud_bills',
  'cloud_survey_responses',
  'cloud_contacts',
  'members',
  'cloud_certifications',
  'github_copilot_users',
  'missing_report_tags',
  'customers',
  'dcoe_members',
] as const;

/** What is asked for and goes on in the background: the body of the call. */
export const askingCalls: readonly { path: string; body: Values }[] = [
  { path: '/cost_centers/send_report', body: { cost_center: { email: true, send_to: 'maya@example.com' } } },
  {
    path: '/cloud_bills/send_single',
    body: {
      cloud_bill: {
        identifier: '4711',
        start_date: '2026-01-01',
        end_date: '2026-01-31',
        email: 'maya@example.com',
      },
    },
  },
  {
    path: '/cloud_bills/send_all',
    body: { cloud_bill: { start_date: '2026-01-01', end_date: '2026-01-31' } },
  },
  { path: '/cloud_certifications/export', body: { cloud_certification: { email: 'maya@example.com' } } },
  {
    path: '/cloud_bills/send_zipped_aws_bill',
    body: { cloud_bill: { email: true, send_to: 'maya@example.com' } },
  },
  { path: '/db_dump/dump_db', body: { db_dump: { email: true, send_to: 'maya@example.com' } } },
  { path: '/github/send_copilot_xlsx_email', body: { github: { to_email: 'maya@example.com' } } },
  {
    path: '/cloud_contacts/send_email_report_of_terminated_cloud_parent_owners',
    body: { cloud_contact: { to_address: 'maya@example.com' } },
  },
  { path: '/cost_centers/send_expired_cost_centers_report', body: {} },
  { path: '/cloud_parents/send_email_to_terminated_cloud_accounts', body: {} },
];

/** What the counts of the dashboard are called, in `meta` of the list of cloud parents. */
export const dashboardCounts = {
  numbers: ['valid_cost_center_count', 'account_count', 'member_count', 'project_count'],
  byName: ['cloud_deployments_count', 'cloud_form_count', 'cloud_provider_count'],
} as const;

/** How the names of downloaded files begin. */
export const fileNames: Readonly<Record<string, RegExp>> = {
  '/members.csv': /^member_.*\.csv$/,
  '/cloud_certifications.csv': /^cloudCertification-.*\.csv$/,
  '/cloud_contacts.csv': /^cloudcontact_.*\.csv$/,
  '/cloud_parents.csv': /^cloudParents_.*\.csv$/,
  '/virtual_machines.csv': /^virtualmachines_.*\.csv$/,
  '/cost_center_networks.csv': /^network\d{4}-\d\d-\d\dT.*Z\.csv$/,
};
