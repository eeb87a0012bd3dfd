import { newId, type CatalogRecord, type Product, type State } from './state.ts';
import { pageOf, textOf, WireError, type Json, type Operations } from './wire.ts';

const PAGE = 20;
const MOST_NAME = 8191;
const PARAMETER = { ParameterKey: 'Contact', ParameterType: 'String', IsNoEcho: false };

const seconds = (time: number) => time / 1000;

/** Updates that have ended by now leave their version in the account. */
export function settleRecords(state: State, now: number): void {
  for (const record of Object.values(state.records)) {
    const provisioned = state.provisioned[record.provisioned];
    const isLast = provisioned?.record === record.id;
    if (isLast && record.failure === undefined && record.readyAt !== null && record.readyAt <= now)
      provisioned.artifact = record.artifact;
  }
}

/** Service Catalog: products, their versions, and where they are provisioned, as the account of the caller sees it. */
export function catalogOperations(
  state: State,
  delayMs: number,
  /** Why updates in an account fail, by its id. */
  failing: ReadonlyMap<string, string>,
): Operations {
  const notFound = (message: string) => new WireError('ResourceNotFoundException', message);
  const product = (input: Json, member: string): Product => {
    const found = state.products[textOf(input, member)];
    if (!found) throw notFound(`Product ${String(input[member])} not found.`);
    return found;
  };
  const view = ({ id, name, description }: Product) => ({
    ProductViewSummary: {
      Id: id.replace(/^prod/, 'prodview'),
      ProductId: id,
      Name: name,
      ShortDescription: description,
    },
    Status: 'AVAILABLE',
    ProductARN: `arn:aws:catalog:us-east-1:${state.organization.managementAccount}:product/${id}`,
  });
  const artifact = (one: Product['artifacts'][number]) => ({
    Id: one.id,
    Name: one.name,
    Description: one.description,
    Active: one.active,
    Guidance: one.guidance,
    Type: 'CLOUD_FORMATION_TEMPLATE',
    CreatedTime: seconds(one.createdAt),
  });
  const recordDetail = (record: CatalogRecord, now: number): Json => {
    const isOver = record.readyAt !== null && record.readyAt <= now;
    const ended = record.failure === undefined ? 'SUCCEEDED' : 'FAILED';
    return {
      RecordId: record.id,
      ProvisionedProductId: record.provisioned,
      ProvisioningArtifactId: record.artifact,
      RecordType: 'UPDATE_PROVISIONED_PRODUCT',
      Status: isOver ? ended : 'IN_PROGRESS',
      CreatedTime: seconds(record.createdAt),
      RecordErrors:
        isOver && record.failure !== undefined
          ? [{ Code: 'StackUpdateFailed', Description: record.failure }]
          : [],
    };
  };

  const search: Operations[string] = ({ input, account }) => {
    const query = (input['Filters'] as Record<string, string[]> | undefined)?.['SearchQuery'] ?? [];
    const wanted = query.find((one) => one.startsWith('productId:'))?.slice('productId:'.length);
    const found = Object.values(state.provisioned).filter(
      (one) => one.account === account && (wanted === undefined || one.product === wanted),
    );
    const { rows, next } = pageOf(found, input, { most: PAGE, token: 'PageToken', size: 'PageSize' });
    return {
      ProvisionedProducts: rows.map((one) => ({
        Id: one.id,
        Name: one.name,
        Status: 'AVAILABLE',
        ProductId: one.product,
        ProvisioningArtifactId: one.artifact,
        LastRecordId: one.record,
      })),
      TotalResultsCount: found.length,
      ...next,
    };
  };

  return {
    DescribeProductAsAdmin: ({ input }) => {
      const found = product(input, 'Id');
      return { ProductViewDetail: view(found), ProvisioningArtifactSummaries: found.artifacts.map(artifact) };
    },
    UpdateProduct: ({ input }) => {
      const found = product(input, 'Id');
      if (input['Name'] !== undefined) found.name = textOf(input, 'Name', MOST_NAME);
      const description = input['Description'];
      if (typeof description === 'string' && description.length > MOST_NAME)
        throw new WireError(
          'InvalidParametersException',
          `Description must have at most ${MOST_NAME} characters.`,
        );
      if (typeof description === 'string') found.description = description;
      return { ProductViewDetail: view(found) };
    },
    UpdateProvisioningArtifact: ({ input }) => {
      const found = product(input, 'ProductId').artifacts.find(
        ({ id }) => id === input['ProvisioningArtifactId'],
      );
      if (!found) throw notFound('Provisioning artifact not found.');
      if (typeof input['Name'] === 'string') found.name = input['Name'];
      if (typeof input['Description'] === 'string') found.description = input['Description'];
      if (typeof input['Active'] === 'boolean') found.active = input['Active'];
      if (typeof input['Guidance'] === 'string') found.guidance = input['Guidance'];
      return { ProvisioningArtifactDetail: artifact(found), Status: 'AVAILABLE' };
    },
    ListProvisioningArtifacts: ({ input }) => ({
      ProvisioningArtifactDetails: product(input, 'ProductId').artifacts.map(artifact),
    }),
    DescribeProvisioningParameters: ({ input }) => {
      product(input, 'ProductId');
      return { ProvisioningArtifactParameters: [PARAMETER] };
    },
    SearchProvisionedProducts: search,
    ScanProvisionedProducts: search,
    UpdateProvisionedProduct: ({ input, account, now, stuck }) => {
      const token = textOf(input, 'UpdateToken', 128);
      const known = Object.values(state.records).find(
        (one) => one.token === token && one.account === account,
      );
      if (known) return { RecordDetail: recordDetail(known, now) };
      const provisioned = state.provisioned[textOf(input, 'ProvisionedProductId')];
      if (provisioned?.account !== account) throw notFound('Provisioned product not found.');
      const version = textOf(input, 'ProvisioningArtifactId');
      if (!state.products[provisioned.product]?.artifacts.some(({ id, active }) => id === version && active))
        throw notFound('Provisioning artifact not found.');
      const record: CatalogRecord = {
        id: newId('rec', 13),
        token,
        account,
        provisioned: provisioned.id,
        artifact: version,
        createdAt: now,
        readyAt: stuck ? null : now + delayMs,
        ...(failing.has(account) && { failure: failing.get(account) ?? '' }),
      };
      state.records[record.id] = record;
      provisioned.record = record.id;
      return { RecordDetail: recordDetail(record, now) };
    },
    DescribeRecord: ({ input, account, now }) => {
      const record = state.records[textOf(input, 'Id')];
      if (record?.account !== account) throw notFound('Record not found.');
      return { RecordDetail: recordDetail(record, now), RecordOutputs: [] };
    },
  };
}
