import { z } from 'zod';
import type { AwsClients } from './clients.ts';
import type { AwsProvider } from './interface.ts';
import { paged } from './paged.ts';

/** The largest page of AWS; without a size a page has 25. */
const PAGE = 100;
/** Config has no name of a machine: as everywhere in AWS, it is its tag Name. */
const MACHINES =
  "SELECT resourceId, accountId, awsRegion, tags, configuration.instanceType, configuration.state.name WHERE resourceType = 'AWS::EC2::Instance'";
const machineOf = z.object({
  resourceId: z.string(),
  accountId: z.string(),
  awsRegion: z.string(),
  tags: z.array(z.object({ key: z.string(), value: z.string().nullish() })).nullish(),
  configuration: z
    .object({ instanceType: z.string().nullish(), state: z.object({ name: z.string().nullish() }).nullish() })
    .nullish(),
});

/** Machines of all accounts. @param aggregator of AWS Config; null: there is none */
export function machinesPart(clients: AwsClients, aggregator: string | null): Pick<AwsProvider, 'machines'> {
  return {
    async *machines() {
      if (aggregator === null) return;
      const { paginateSelectAggregateResourceConfig } = await import('@aws-sdk/client-config-service');
      const query = { ConfigurationAggregatorName: aggregator, Expression: MACHINES };
      const config = { client: await clients.config(), pageSize: PAGE };
      const pages = paginateSelectAggregateResourceConfig(config, query);
      yield* paged(clients, 'list the machines', pages, (page) =>
        (page.Results ?? []).map((result) => {
          const { resourceId, accountId, awsRegion, tags, configuration } = machineOf.parse(
            JSON.parse(result),
          );
          return {
            id: resourceId,
            name: tags?.find(({ key }) => key === 'Name')?.value ?? null,
            accountId,
            region: awsRegion,
            type: configuration?.instanceType ?? null,
            state: configuration?.state?.name ?? null,
          };
        }),
      );
    },
  };
}
