import { newId, portfoliosOf, type CatalogRecord, type State } from './state.ts';
import { pageOf, textOf, WireError, type Call, type Json, type Operations } from './wire.ts';

const PAGE = 20;
const PARAMETER = { ParameterKey: 'Contact', ParameterType: 'String', IsNoEcho: false };

const notFound = (message: string) => new WireError('ResourceNotFoundException', message);

/** Updates that have ended by now leave their version in the account. */
export function settleRecords(state: State, now: number): void {
  for (const record of Object.values(state.records)) {
    const provisioned = state.provisioned[record.provisioned];
    const isLast = provisioned?.record === record.id;
    if (!isLast || record.failure !== undefined || record.readyAt === null || record.readyAt > now) continue;
    provisioned.artifact = record.artifact;
    provisioned.succeeded = { record: record.id, path: record.path };
  }
}

/** What accounts have of products, and by which launch paths they may use them. */
export function provisionedOperations(
  state: State,
  delayMs: number,
  failing: ReadonlyMap<string, string>,
): Operations {
  const search = searchIn(state);
  return {
    ListLaunchPaths: ({ input, account }) => {
      const found = demandPaths(state, account, textOf(input, 'ProductId'));
      const { rows, next } = pageOf(found, input, { most: PAGE, token: 'PageToken', size: 'PageSize' });
      const paths = rows.map(({ path, name }) => ({
        Id: path,
        Name: name,
        ConstraintSummaries: [],
        Tags: [],
      }));
      return { LaunchPathSummaries: paths, ...next };
    },
    DescribeProvisioningParameters: ({ input, account }) => {
      pathIn(state, account, textOf(input, 'ProductId'), input);
      return { ProvisioningArtifactParameters: [PARAMETER] };
    },
    SearchProvisionedProducts: search,
    ScanProvisionedProducts: search,
    UpdateProvisionedProduct: (call) => update(state, call, { delayMs, failing }),
    DescribeRecord: ({ input, account, now }) => {
      const id = textOf(input, 'Id');
      const record = state.records[id] ?? firstRecord(state, id);
      if (record?.account !== account) throw notFound('Record not found.');
      return { RecordDetail: recordDetail(record, now), RecordOutputs: [] };
    },
  };
}

/** The portfolios by which the role of the caller may use a product. @throws {WireError} where there are none */
function demandPaths(state: State, account: string, product: string) {
  const found = portfoliosOf(state, account, product);
  if (!state.products[product] || found.length === 0)
    throw notFound(`No launch paths found for resource: ${product}`);
  return found;
}

/** The launch path of a call, which must name it where there are several. @throws {WireError} */
function pathIn(state: State, account: string, product: string, input: Json): string {
  const [first, ...others] = demandPaths(state, account, product).map(({ path }) => path);
  const { PathId: named } = input;
  if (named === undefined && first !== undefined && others.length === 0) return first;
  if (named === undefined)
    throw new WireError(
      'InvalidParametersException',
      'More than one launch path ids exist. Please specify the launch path id',
    );
  const found = [first, ...others].find((path) => path === named);
  if (found === undefined) throw notFound(`Launch path ${String(named)} not found.`);
  return found;
}

const searchIn =
  (state: State): Operations[string] =>
  ({ input, account }) => {
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
        LastProvisioningRecordId: one.record,
        LastSuccessfulProvisioningRecordId: one.succeeded.record,
      })),
      TotalResultsCount: found.length,
      ...next,
    };
  };

function update(
  state: State,
  { input, account, now, stuck }: Call,
  { delayMs, failing }: { delayMs: number; failing: ReadonlyMap<string, string> },
): Json {
  const token = textOf(input, 'UpdateToken', 128);
  const known = Object.values(state.records).find((one) => one.token === token && one.account === account);
  if (known) return { RecordDetail: recordDetail(known, now) };
  const provisioned = state.provisioned[textOf(input, 'ProvisionedProductId')];
  if (provisioned?.account !== account) throw notFound('Provisioned product not found.');
  const path = pathIn(state, account, provisioned.product, input);
  const version = textOf(input, 'ProvisioningArtifactId');
  if (!state.products[provisioned.product]?.artifacts.some(({ id, active }) => id === version && active))
    throw notFound('Provisioning artifact not found.');
  const record: CatalogRecord = {
    id: newId('rec', 13),
    token,
    account,
    provisioned: provisioned.id,
    artifact: version,
    path,
    createdAt: now,
    readyAt: stuck ? null : now + delayMs,
    ...(failing.has(account) && { failure: failing.get(account) ?? '' }),
  };
  state.records[record.id] = record;
  provisioned.record = record.id;
  return { RecordDetail: recordDetail(record, now) };
}

/** The record of what was provisioned at the first start. */
function firstRecord(state: State, id: string): CatalogRecord | undefined {
  const found = Object.values(state.provisioned).find(({ succeeded }) => succeeded.record === id);
  if (!found) return undefined;
  const { account, artifact, succeeded } = found;
  return {
    id,
    token: id,
    account,
    provisioned: found.id,
    artifact,
    path: succeeded.path,
    createdAt: 0,
    readyAt: 0,
  };
}

function recordDetail(record: CatalogRecord, now: number): Json {
  const isOver = record.readyAt !== null && record.readyAt <= now;
  const ended = record.failure === undefined ? 'SUCCEEDED' : 'FAILED';
  return {
    RecordId: record.id,
    ProvisionedProductId: record.provisioned,
    ProvisioningArtifactId: record.artifact,
    PathId: record.path,
    RecordType: 'UPDATE_PROVISIONED_PRODUCT',
    Status: isOver ? ended : 'IN_PROGRESS',
    CreatedTime: record.createdAt / 1000,
    RecordErrors:
      isOver && record.failure !== undefined
        ? [{ Code: 'StackUpdateFailed', Description: record.failure }]
        : [],
  };
}
