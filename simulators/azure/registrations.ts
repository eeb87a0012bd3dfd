import { type Answer, ArmError, type Call, ok, type Operation } from './arm.ts';
import type { Tenant } from './tenant.ts';

const PROVIDER = /^\/subscriptions\/([^/]+)\/providers\/([^/]+)$/i;
const REGISTER = /^\/subscriptions\/([^/]+)\/providers\/([^/]+)\/register$/i;

/** Some of the resource providers that there are. */
const NAMESPACES = [
  'Microsoft.Compute',
  'Microsoft.ContainerService',
  'Microsoft.Insights',
  'Microsoft.KeyVault',
  'Microsoft.Network',
  'Microsoft.OperationalInsights',
  'Microsoft.Sql',
  'Microsoft.Storage',
];

/** The resource providers of subscriptions. @param delay until one is registered, in milliseconds */
export function registrationOperations(tenant: Tenant, delay: number): Operation[] {
  const { registrations } = tenant.state;
  const find = (id: string, namespace: string) =>
    registrations.find(
      (one) => one.subscriptionId === id.toLowerCase() && one.namespace === namespace.toLowerCase(),
    );
  /** The name as Azure writes it. @throws {ArmError} 404 */
  const known = (id: string, named: string): string => {
    tenant.subscription(id);
    const found = NAMESPACES.find((one) => one.toLowerCase() === named.toLowerCase());
    if (found === undefined)
      throw new ArmError(404, 'InvalidResourceNamespace', `The resource namespace '${named}' is invalid.`);
    return found;
  };
  const shown = (id: string, namespace: string): Answer => {
    const found = find(id, namespace);
    const isReady = found !== undefined && found.readyAt !== null && found.readyAt <= Date.now();
    return ok({
      id: `/subscriptions/${id}/providers/${namespace}`,
      namespace,
      registrationPolicy: 'RegistrationRequired',
      registrationState: isReady ? 'Registered' : found ? 'Registering' : 'NotRegistered',
      resourceTypes: [],
    });
  };
  return [
    {
      name: 'Providers_Get',
      method: 'GET',
      path: PROVIDER,
      run: ({ named: [id = '', namespace = ''] }: Call) => shown(id, known(id, namespace)),
    },
    {
      name: 'Providers_Register',
      method: 'POST',
      changes: true,
      path: REGISTER,
      run: ({ named: [id = '', wanted = ''], stuck }: Call) => {
        const namespace = known(id, wanted);
        if (!find(id, namespace))
          registrations.push({
            subscriptionId: id.toLowerCase(),
            namespace: namespace.toLowerCase(),
            readyAt: stuck ? null : Date.now() + delay,
          });
        return shown(id, namespace);
      },
    },
  ];
}
