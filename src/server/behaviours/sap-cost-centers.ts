import { sapCostCenters, sapExtract } from '#resources/sap-cost-centers.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';

/** The extract of SAP: worked through in the background, each row for itself; what came of it is mailed. */
export const sapCostCentersBehaviour: Behaviour = {
  resource: sapCostCenters.name,
  uploads: [
    {
      path: '/upload',
      summary: 'Add and change SAP cost centers from a zipped CSV, and mail what came of it',
      member: 'base_file',
      kinds: ['csv.zip'],
      parts: [{ model: sapCostCenters.name, key: 'identifier', columns: sapExtract }],
      background: 'always',
      refuses: 'rows',
      mails: { member: 'email', subject: 'SAP cost centers: what came of your upload' },
    },
  ],
};
