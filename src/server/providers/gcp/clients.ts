import type { AssetServiceClient } from '@google-cloud/asset';
import type { CloudBillingClient } from '@google-cloud/billing';
import type { BudgetServiceClient } from '@google-cloud/billing-budgets';
import type { FoldersClient, OrganizationsClient, ProjectsClient } from '@google-cloud/resource-manager';
import type { ServiceUsageClient } from '@google-cloud/service-usage';
import type { GcpAccess } from './interface.ts';

export interface GcpClients {
  projects: ProjectsClient;
  folders: FoldersClient;
  organizations: OrganizationsClient;
  billing: CloudBillingClient;
  budgets: BudgetServiceClient;
  services: ServiceUsageClient;
  /** Repeats what failed by itself. */
  assets: AssetServiceClient;
  /**
   * Reads something of Resource Manager as the JSON that Google writes. The clients cannot read an operation that failed:
   * they know none of the details of errors, such as QuotaFailure, and give up.
   * @param path such as `/v3/operations/cp.1`
   */
  readJson: (path: string) => Promise<unknown>;
  /** The same of Service Usage. @param path such as `/v1/operations/acat.1` */
  readServicesJson: (path: string) => Promise<unknown>;
}

type Options = NonNullable<ConstructorParameters<typeof ProjectsClient>[0]>;

const SCOPES = ['https://www.googleapis.com/auth/cloud-platform'];
/** Over REST the library repeats a call through its transport: only what reads, where Google is busy or fails. */
const READ_AGAIN = {
  retry: true,
  retryConfig: {
    retry: 5,
    noResponseRetries: 5,
    httpMethodsToRetry: ['GET'],
    statusCodesToRetry: [
      [429, 429],
      [500, 599],
    ],
  },
};

/** Google's own clients, over REST. They take long to load, so they are with the first call alone. */
export async function openClients({ api: named }: GcpAccess): Promise<GcpClients> {
  const [
    manager,
    { CloudBillingClient: Billing },
    { BudgetServiceClient: Budgets },
    { ServiceUsageClient: Services },
    { AssetServiceClient: Assets },
    auth,
  ] = await Promise.all([
    import('@google-cloud/resource-manager'),
    import('@google-cloud/billing'),
    import('@google-cloud/billing-budgets'),
    import('@google-cloud/service-usage'),
    import('@google-cloud/asset'),
    import('google-auth-library'),
  ]);
  const api = typeof named === 'function' ? await named() : named;
  const options = (transporterOptions: object): Options => {
    const common = { fallback: true, clientOptions: { forceRefreshOnFailure: true, transporterOptions } };
    if (api === null) return { ...common, scopes: SCOPES };
    const { hostname, port, protocol } = new URL(api);
    // Another server has no use for what the machine is signed in as: its tokens are its own.
    const authClient = new auth.UserRefreshClient({
      clientId: 'skyledger',
      clientSecret: 'simulator',
      refreshToken: 'simulator',
      forceRefreshOnFailure: true,
      endpoints: { oauth2TokenUrl: `${api}/token` },
      transporterOptions,
    });
    return {
      ...common,
      apiEndpoint: hostname,
      port: Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port),
      protocol: protocol.replace(':', ''),
      // The clients bring an older library of the same shape, whose type is another one.
      authClient: authClient as unknown as NonNullable<Options['authClient']>,
    } as Options;
  };
  const once = options({});
  const projects = new manager.ProjectsClient(once);
  const services = new Services(once);
  const reading = (host: string) => async (path: string) => {
    const { data } = await projects.auth.request<string>({
      url: `${api ?? `https://${host}`}${path}`,
      responseType: 'text',
      retry: false,
    });
    return JSON.parse(data) as unknown;
  };
  return {
    projects,
    readJson: reading(projects.apiEndpoint),
    readServicesJson: reading(services.apiEndpoint),
    folders: new manager.FoldersClient(once),
    organizations: new manager.OrganizationsClient(once),
    billing: new Billing(once),
    budgets: new Budgets(once),
    services,
    assets: new Assets(options(READ_AGAIN)),
  };
}
