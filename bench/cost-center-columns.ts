/** What a row of cost centers is shown with, wherever the plainest way to show or write it is measured. */
export const COST_CENTER_COLUMNS = [
  'identifier',
  'company_code',
  'cloud_contact_email',
  'business_unit_name',
  'department_name',
  'active_at',
  'expired_at',
  'replacement_cost_center',
  'alternate_cost_center',
  'created_at',
  'aws_gl',
  'gcp_gl',
  'azure_gl',
  'owner_terminated',
] as const;
