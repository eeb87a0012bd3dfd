import type { CsvColumn } from '#kernel/resource.ts';
import { costCenterNetworks } from './cost-center-networks.ts';
import { costCenters } from './cost-centers.ts';
import { projectIds } from './project-ids.ts';

interface WorkbookPart {
  model: string;
  key: string;
  columns: readonly CsvColumn[];
}

/**
 * The columns of the worksheet that carries cost centers, networks and project ids: what others refer to comes first.
 * Cost Center and Network are given once: they name a record, and what the record after it belongs to.
 */
export const networkWorkbook: readonly WorkbookPart[] = [
  {
    model: costCenters.name,
    key: 'identifier',
    columns: [
      ['Cost Center', 'identifier'],
      ['Company Code', 'company_code'],
      ['Company', 'companies_code'],
      ['Company Location', 'company_location'],
      ['Company GL Type', 'company_gl_type'],
      ['Cloud Contact Email', 'cloud_contact_email'],
      ['Business Unit', 'business_unit_name'],
      ['Department', 'department_name'],
    ],
  },
  {
    model: costCenterNetworks.name,
    key: 'identifier',
    columns: [
      ['Network', 'identifier'],
      ['WBS', 'wbs'],
      ['Cost Center', 'cost_center_identifier'],
      ['Replacement Network', 'replacement_network'],
      ['Network Active At', 'active_at'],
      ['Network Expired At', 'expired_at'],
    ],
  },
  {
    model: projectIds.name,
    key: 'identifier',
    columns: [
      ['Project ID', 'identifier'],
      ['Network', 'cost_center_network_identifier'],
      ['SAP Project Name', 'sap_project_name'],
      ['PPM Project Name', 'ppm_project_name'],
      ['Project Active At', 'active_at'],
      ['Project Expired At', 'expired_at'],
      ['Replacement Project ID', 'replacement_project'],
      ['End Date', 'end_date'],
      ['Active', 'active'],
      ['CMP Approved', 'cmp_approved'],
    ],
  },
];

/** The headers of an empty worksheet. */
export const networkHeaders: readonly string[] = [
  ...new Set(
    networkWorkbook.flatMap(({ columns }) =>
      columns.map((column) => (typeof column === 'string' ? column : column[0])),
    ),
  ),
];
