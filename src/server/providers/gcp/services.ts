import { ONCE, type GcpCalls } from './calls.ts';
import { gcpFailure } from './failure.ts';
import type { GcpProvider } from './interface.ts';
import { progressOf } from './progress.ts';

/** So many services Google tells of, and enables, with one call. */
const MOST_READ = 30;
const MOST_ENABLED = 20;
const NOT_ENABLED = 'Google did not enable the services';

/** The services that projects use, with Service Usage. */
export const gcpServices = (
  calls: GcpCalls,
): Pick<GcpProvider, 'servicesOff' | 'enableServices' | 'enabling'> => ({
  servicesOff: async (projectId, services) => {
    const parent = `projects/${projectId}`;
    const enabled = new Set<string>();
    for (let from = 0; from < services.length; from += MOST_READ) {
      const names = services.slice(from, from + MOST_READ).map((one) => `${parent}/services/${one}`);
      const [{ services: found }] = await calls.invoke(
        'Google did not tell which services are enabled',
        'reads',
        (google) => google.services.batchGetServices({ parent, names }, ONCE),
      );
      for (const { name, state } of found ?? []) if (state === 'ENABLED') enabled.add(serviceIn(name));
    }
    return services.filter((one) => !enabled.has(one));
  },
  enableServices: async (projectId, services) => {
    const wanted = { parent: `projects/${projectId}`, serviceIds: services.slice(0, MOST_ENABLED) };
    const [begun] = await calls.invoke(NOT_ENABLED, 'writes', (google) =>
      google.services.batchEnableServices(wanted, ONCE),
    );
    if (begun.name) return { operation: begun.name };
    throw gcpFailure(NOT_ENABLED, new Error('it names no operation'), 'writes');
  },
  enabling: async (name) =>
    progressOf(
      NOT_ENABLED,
      await calls.lookUp('Google did not return how far its services are', (google) =>
        google.readServicesJson(`/v1/${name}`),
      ),
    ),
});

/** Google names a project by its number there, however it was named. */
const serviceIn = (name: string | null | undefined) => (name ?? '').split('/').at(-1) ?? '';
