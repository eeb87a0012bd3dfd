import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { DeploymentKind } from '#resources/cloud-deployments.ts';
import type { CheckedRequest } from './check-request.ts';
import { providerTypes } from './provider-types.ts';

/** The fields of a deployment's record that describe the request. */
export function describedBy(request: CloudRequest, { values, chosen }: CheckedRequest) {
  const called = (field: string | undefined) =>
    field === undefined ? null : (chosen.get(field) ?? textOrNull(values[field]));
  return {
    kind: request.name as DeploymentKind,
    provider_type: providerTypes[request.cloud],
    name: String(values[request.title]),
    cost_center: called(request.tags.cost_center),
    owner: called(request.tags.owner),
    request: values,
  };
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
