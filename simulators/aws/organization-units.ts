import { arnIn, notFound } from './organization-tags.ts';
import { isKnown, type State } from './state.ts';
import { pageOf, textOf, WireError, type Operations } from './wire.ts';

const PAGE = 20;

const SCP = 'service_control_policy';
const policyJson = (Id: string, Name: string, Arn: string, AwsManaged = false) => ({
  Id,
  Arn,
  Name,
  Type: SCP.toUpperCase(),
  AwsManaged,
});
/** What AWS attaches to everything, and denies nothing. */
const FULL_ACCESS = policyJson(
  'p-FullAWSAccess',
  'FullAWSAccess',
  `arn:aws:organizations::aws:policy/${SCP}/p-FullAWSAccess`,
  true,
);

/** The organization, its units, and where its accounts lie. */
export function organizationUnits(state: State, rightsAfterMs: number): Operations {
  const arn = (kind: string, id: string) => arnIn(state, kind, id);
  const isParent = (id: string) => id === state.root || state.units.some((unit) => unit.id === id);
  return {
    DescribeOrganization: () => ({
      Organization: {
        Id: state.organization.id,
        Arn: `arn:aws:organizations::${state.organization.managementAccount}:organization/${state.organization.id}`,
        FeatureSet: 'ALL',
        MasterAccountId: state.organization.managementAccount,
        MasterAccountEmail: state.organization.email,
      },
    }),
    ListRoots: () => ({
      Roots: [{ Id: state.root, Arn: arn('root', state.root), Name: 'Root', PolicyTypes: [] }],
    }),
    ListOrganizationalUnitsForParent: ({ input }) => {
      const parent = textOf(input, 'ParentId');
      if (!isParent(parent)) throw notFound('Parent', "You specified a parent that doesn't exist.");
      const units = state.units.filter((unit) => unit.parent === parent);
      const { rows, next } = pageOf(units, input, { most: PAGE });
      return {
        OrganizationalUnits: rows.map(({ id, name }) => ({ Id: id, Arn: arn('ou', id), Name: name })),
        ...next,
      };
    },
    ListParents: ({ input, now }) => {
      const id = textOf(input, 'ChildId');
      const account = state.accounts[id];
      const isNew = account !== undefined && !isKnown(account, now, rightsAfterMs);
      const unit = state.units.find((one) => one.id === id);
      const parent = isNew ? undefined : (account ?? unit)?.parent;
      if (parent === undefined) throw notFound('Child', "You specified a child that doesn't exist.");
      return { Parents: [{ Id: parent, Type: parent === state.root ? 'ROOT' : 'ORGANIZATIONAL_UNIT' }] };
    },
    MoveAccount: ({ input, now }) => {
      const moved = state.accounts[textOf(input, 'AccountId')];
      if (!moved || !isKnown(moved, now, rightsAfterMs))
        throw notFound('Account', "You specified an account that doesn't exist.");
      const to = textOf(input, 'DestinationParentId');
      if (!isParent(textOf(input, 'SourceParentId')) || moved.parent !== input['SourceParentId']) {
        if (moved.parent === to)
          throw new WireError(
            'DuplicateAccountException',
            'That account is already present in the specified destination.',
          );
        throw notFound('SourceParent', "You specified a source parent that the account isn't in.");
      }
      if (!isParent(to))
        throw notFound('DestinationParent', "You specified a destination that doesn't exist.");
      moved.parent = to;
      return {};
    },
    ListPoliciesForTarget: ({ input }) => {
      const target = textOf(input, 'TargetId');
      if (!isParent(target) && !state.accounts[target])
        throw notFound('Target', "You specified a target that doesn't exist.");
      const own = state.policies.filter((policy) => policy.target === target);
      const all = [
        FULL_ACCESS,
        ...own.map(({ id, name }) => policyJson(id, name, arn(`policy`, `${SCP}/${id}`))),
      ];
      const { rows, next } = pageOf(all, input, { most: PAGE });
      return { Policies: rows, ...next };
    },
    ListAWSServiceAccessForOrganization: () => ({
      EnabledServicePrincipals: state.trusted.map((ServicePrincipal) => ({
        ServicePrincipal,
        DateEnabled: 1_700_000_000,
      })),
    }),
  };
}
