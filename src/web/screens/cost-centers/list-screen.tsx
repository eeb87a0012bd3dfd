import { ListView } from '#web/generic/list/list-view.tsx';
import type { ScreenProps } from '#web/generic/screen.ts';
import { ImportWorksheet } from './import-worksheet.tsx';

/** /auth/view/cost_centers */
export default function CostCentersListScreen({ resource, registry }: ScreenProps) {
  const tools = <ImportWorksheet resource={resource} registry={registry} />;
  return <ListView resource={resource} registry={registry} tools={tools} />;
}
