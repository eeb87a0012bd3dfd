import { openCalls, type CallTimes } from './calls.ts';
import { changes } from './changes.ts';
import type { Directory, DirectoryAccess } from './interface.ts';
import { lookups } from './lookups.ts';
import { readings } from './readings.ts';

const USUAL_TIMES: CallTimes = { callSeconds: 60, patienceSeconds: 10 };

/** The directory by Microsoft Graph. What signs in is loaded with the first call. */
export function openDirectory(access: DirectoryAccess, times: Partial<CallTimes> = {}): Directory {
  const calls = openCalls(access, { ...USUAL_TIMES, ...times });
  return {
    reached:
      access.kind === 'simulator'
        ? { simulated: true, place: 'Simulator' }
        : { simulated: false, place: `Tenant ${access.tenantId}` },
    ...readings(calls),
    ...lookups(calls),
    ...changes(access, calls),
  };
}
