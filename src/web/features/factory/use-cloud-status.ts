import { useQuery } from '@tanstack/react-query';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { cloudsQuery } from '#web/data/clouds.ts';

/** The status of the cloud of a request, and whether somebody else than the requester decides of it. */
export function useCloudStatus({ cloud, name }: CloudRequest) {
  const { data } = useQuery(cloudsQuery());
  const status = data?.find((one) => one.cloud === cloud);
  return { status, isDecided: status?.approvals.includes(name) ?? false };
}
