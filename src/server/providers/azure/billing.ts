import type { CallOptions, MakeCall } from './calls.ts';
import type { Clients } from './clients.ts';
import { azureFailure } from './failure.ts';
import type { Azure, BillingAnswer } from './interface.ts';

const BILLING_VERSION = '2024-04-01';

/**
 * The right to create subscriptions: of an enrollment account it is the word of a resource type, of an invoice section a GUID, which
 * the role Azure subscription creator has.
 * Source: billingPermissions and billingRoleDefinitions of Microsoft.Billing 2024-04-01, with their examples.
 */
const CREATES = /\/billingSubscriptions\/write$|^30000000-aaaa-bbbb-cccc-200000000013$/i;

interface Permission {
  actions?: string[];
  notActions?: string[];
}

/** The call that reads the place that subscriptions are charged to. */
export const billingCalls = (call: MakeCall, billingScope: string): Pick<Azure, 'billing'> => ({
  billing: (signal) =>
    call('read the billing scope', 'reads', signal, ({ resources }, options) =>
      billing(resources, billingScope, options),
    ),
});

/** The scope must be there; its permissions say more where Azure lets them be read. */
async function billing(
  resources: Clients['resources'],
  scope: string,
  options: CallOptions,
): Promise<BillingAnswer> {
  const path = scope.replace(/^\//, '');
  await resources.resources.getById(path, BILLING_VERSION, options);
  let permissions: unknown;
  const onResponse = ({ parsedBody, bodyAsText }: { parsedBody?: unknown; bodyAsText?: string | null }) => {
    permissions = parsedBody ?? JSON.parse(bodyAsText ?? '{}');
  };
  try {
    await resources.resources.getById(`${path}/billingPermissions`, BILLING_VERSION, {
      ...options,
      onResponse,
    });
  } catch (error) {
    const failure = azureFailure(error, 'read the rights on the billing scope', 'reads');
    if (failure.kind === 'refused') return { mayCreate: null };
    throw failure;
  }
  const { value = [] } = permissions as { value?: Permission[] };
  const creates = ({ actions = [], notActions = [] }: Permission) =>
    actions.some((action) => CREATES.test(action) && !notActions.includes(action));
  return { mayCreate: value.some(creates) || null };
}
