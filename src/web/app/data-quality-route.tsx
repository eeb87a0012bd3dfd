import { registry } from '#resources/registry.ts';
import { DataQualityPage } from '#web/features/data-quality/data-quality-page.tsx';

/** The problems of records. */
export function DataQualityRoute() {
  return <DataQualityPage registry={registry} />;
}
