import { useMemo } from 'react';
import type { Values } from '#kernel/input.ts';
import { parentIdentifier, type CostCenter } from '#resources/cost-centers.ts';
import { api } from '#web/data/client.ts';
import type { ListAnswer } from '#web/data/queries.ts';
import type { CrudRules } from '#web/generic/crud/crud-rules.ts';
import { CrudView } from '#web/generic/crud/crud-screen.tsx';
import type { ScreenProps } from '#web/generic/screen.ts';
import { ImportWorksheet } from './import-worksheet.tsx';

/** The owner of the cost center that a WBS element belongs to; nothing where there is none. */
async function ownerOfParent(values: Values): Promise<Values> {
  const parent = typeof values.identifier === 'string' ? parentIdentifier(values.identifier) : null;
  if (!parent) return {};
  // The filter finds every identifier that contains the parent's, its other WBS elements among them.
  const query = { by_identifier: parent, page: 1, per_page: 1000, sort: 'identifier' };
  const { data } = await api.get<ListAnswer<CostCenter>>('/cost_centers', { query });
  const found = data.find(({ identifier }) => identifier.toLowerCase() === parent.toLowerCase());
  return found ? { cloud_contact_id: found.cloud_contact_id } : {};
}

/** The editable table of the cost centers: a new or copied WBS element inherits its cost center's owner. */
export default function CostCentersCrudScreen({ resource, registry }: ScreenProps) {
  const rules = useMemo<CrudRules>(
    () => ({
      derive: ownerOfParent,
      buttons: <ImportWorksheet resource={resource} registry={registry} />,
    }),
    [resource, registry],
  );
  return <CrudView resource={resource} registry={registry} rules={rules} />;
}
