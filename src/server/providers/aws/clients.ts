import type { AccountClient } from '@aws-sdk/client-account';
import type { BudgetsClient } from '@aws-sdk/client-budgets';
import type { ConfigServiceClient } from '@aws-sdk/client-config-service';
import type { IdentitystoreClient } from '@aws-sdk/client-identitystore';
import type { OrganizationsClient } from '@aws-sdk/client-organizations';
import type { ServiceCatalogClient } from '@aws-sdk/client-service-catalog';
import type { SSOAdminClient } from '@aws-sdk/client-sso-admin';
import type { STSClient } from '@aws-sdk/client-sts';
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';
import { awsFailure } from './failure.ts';

/** How AWS is reached. */
export interface AwsAccess {
  /** Another server that speaks its protocols, without a slash at the end; null: AWS itself. */
  api: string | null;
  /** Null: what the SDK finds on this machine, such as a role or a profile. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  region: string;
  /** Milliseconds until a call without an answer is given up. */
  patienceMs?: number;
}

const PATIENCE_MS = 30_000;
const CONNECT_MS = 5000;
/** Of what is listed page by page, which nothing else repeats. */
const LISTING_ATTEMPTS = 6;
/** Roles of accounts that are kept at once. */
const MOST_ROLES = 100;

interface Options {
  region: string;
  maxAttempts: number;
  endpoint?: string;
  credentials?: AwsAccess['credentials'] & object;
  requestHandler: { requestTimeout: number; connectionTimeout: number; throwOnRequestTimeout: true };
}

/** A client of the SDK, as far as one is kept and put away. */
interface Kept {
  destroy: () => void;
}

/**
 * The SDK's clients, each loaded when it is first needed, since together they take longer than the portal's start may.
 * Expired credentials are forgotten with the clients that had them, so that the next call reads new ones.
 */
export class AwsClients {
  readonly #access: AwsAccess;
  #kept = new Map<string, Promise<Kept>>();

  constructor(access: AwsAccess) {
    this.#access = access;
  }

  async organizations({ listing = false } = {}): Promise<OrganizationsClient> {
    return this.#keep(`organizations${listing ? ' listing' : ''}`, async () => {
      const { OrganizationsClient: Client } = await import('@aws-sdk/client-organizations');
      return new Client(this.#options(listing));
    });
  }

  async account(): Promise<AccountClient> {
    return this.#keep('account', async () => {
      const { AccountClient: Client } = await import('@aws-sdk/client-account');
      return new Client(this.#options());
    });
  }

  async sso({ listing = false } = {}): Promise<SSOAdminClient> {
    return this.#keep(`sso${listing ? ' listing' : ''}`, async () => {
      const { SSOAdminClient: Client } = await import('@aws-sdk/client-sso-admin');
      return new Client(this.#options(listing));
    });
  }

  async identityStore(): Promise<IdentitystoreClient> {
    return this.#keep('identity store', async () => {
      const { IdentitystoreClient: Client } = await import('@aws-sdk/client-identitystore');
      return new Client(this.#options(true));
    });
  }

  async sts(): Promise<STSClient> {
    return this.#keep('sts', async () => {
      const { STSClient: Client } = await import('@aws-sdk/client-sts');
      return new Client(this.#options());
    });
  }

  async budgets(): Promise<BudgetsClient> {
    return this.#keep('budgets', async () => {
      const { BudgetsClient: Client } = await import('@aws-sdk/client-budgets');
      return new Client(this.#options());
    });
  }

  async config(): Promise<ConfigServiceClient> {
    return this.#keep('config', async () => {
      const { ConfigServiceClient: Client } = await import('@aws-sdk/client-config-service');
      return new Client(this.#options(true));
    });
  }

  /** @param roleArn whose products are read; null: those of the portal's own account */
  async catalog(roleArn: string | null): Promise<ServiceCatalogClient> {
    return this.#keep(`catalog ${roleArn ?? ''}`, async () => {
      const { ServiceCatalogClient: Client } = await import('@aws-sdk/client-service-catalog');
      const options = this.#options();
      if (roleArn === null) return new Client(options);
      const { fromTemporaryCredentials } = await import('@aws-sdk/credential-providers');
      const { credentials: masterCredentials, ...clientConfig } = options;
      const params = { RoleArn: roleArn, RoleSessionName: 'skyledger' };
      const credentials = fromTemporaryCredentials({
        ...(masterCredentials && { masterCredentials }),
        params,
        clientConfig,
      });
      return new Client({ ...options, credentials });
    });
  }

  /**
   * One call, or several that belong together.
   * @param doing what is being done, such as 'create the account'
   * @throws {ProviderFailure} for whatever goes wrong
   */
  async call<T>(doing: string, work: () => Promise<T>): Promise<T> {
    refuseInTransaction('AWS');
    try {
      return await work();
    } catch (error) {
      const failure = awsFailure(error, doing);
      if (failure.code?.startsWith('Expired')) this.#forget();
      throw failure;
    }
  }

  async #keep<C extends Kept>(name: string, make: () => Promise<C>): Promise<C> {
    const found = this.#kept.get(name);
    // The client that is kept by a name was made for it.
    if (found) return found as Promise<C>;
    if (this.#kept.size >= MOST_ROLES) this.#forget();
    const made = make();
    this.#kept.set(name, made);
    return made;
  }

  /** Calls that are under way end first. */
  #forget(): void {
    this.#kept = new Map();
  }

  #options(listing = false): Options {
    const { api, credentials, region, patienceMs = PATIENCE_MS } = this.#access;
    return {
      region,
      maxAttempts: listing ? LISTING_ATTEMPTS : 1,
      ...(api !== null && { endpoint: api }),
      ...(credentials && { credentials }),
      requestHandler: {
        requestTimeout: patienceMs,
        connectionTimeout: CONNECT_MS,
        throwOnRequestTimeout: true,
      },
    };
  }
}
