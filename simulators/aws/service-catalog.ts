import { provisionedOperations } from './provisioned-products.ts';
import type { Product, State } from './state.ts';
import { textOf, WireError, type Json, type Operations } from './wire.ts';

const MOST_NAME = 8191;

const seconds = (time: number) => time / 1000;
const notFound = (message: string) => new WireError('ResourceNotFoundException', message);

/**
 * Service Catalog: products, their versions, and where they are provisioned, as the account of the caller sees it.
 * @param failing why updates in an account fail, by its id
 */
export function catalogOperations(
  state: State,
  delayMs: number,
  failing: ReadonlyMap<string, string>,
): Operations {
  return { ...productOperations(state), ...provisionedOperations(state, delayMs, failing) };
}

/** Products and their versions, as whoever keeps them sees them. */
function productOperations(state: State): Operations {
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
  };
}

const artifact = (one: Product['artifacts'][number]) => ({
  Id: one.id,
  Name: one.name,
  Description: one.description,
  Active: one.active,
  Guidance: one.guidance,
  Type: 'CLOUD_FORMATION_TEMPLATE',
  CreatedTime: seconds(one.createdAt),
});
