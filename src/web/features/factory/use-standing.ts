import { useQuery } from '@tanstack/react-query';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { cloudsQuery } from '#web/data/clouds.ts';

/** What the portal talks to for a request, and whether somebody else than the requester decides of it. */
export function useStanding({ cloud, name }: CloudRequest) {
  const { data } = useQuery(cloudsQuery());
  const standing = data?.find((one) => one.cloud === cloud);
  return { standing, isDecided: standing?.approvals.includes(name) ?? false };
}
