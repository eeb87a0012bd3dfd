import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { rightsOf } from '#server/policies/roles.ts';
import type { ServedReport } from './served.ts';

/** Whether somebody has the report's right, and may see every model that its sheets show. */
export function mayRequest(services: EngineServices, actor: Actor, { report }: ServedReport): boolean {
  if (!rightsOf(actor)[report.right ?? 'read']) return false;
  const shown = new Set(report.sheets?.map(({ model }) => services.registry.get(model)));
  return shown.size === 0 || [...shown].every((resource) => services.may({ actor }, 'read', resource));
}
