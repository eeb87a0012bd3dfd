import { Alert, Badge, Group, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { readRoles, type Roles } from '#calls/sessions.ts';
import { highestRole, type Role } from '#kernel/rights.ts';
import { ROLE_WORDS } from '#resources/new-token.ts';
import { queryOf } from '#web/data/call.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Part } from './part.tsx';
import { RightsMatrix } from './rights-matrix.tsx';
import { rightsTable, type Declared } from './rights-table.ts';
import classes from './roles.module.css';

/** /auth/roles: who may do what, which groups have which role, and what oneself may do and why. */
export function RolesPage(declared: Declared) {
  const load = useLoad(queryOf(readRoles, {}));
  const { registry, reports, pages } = declared;
  const groups = useMemo(() => rightsTable({ registry, reports, pages }), [registry, reports, pages]);
  return (
    <>
      <PageHeader
        title="Roles"
        description="Who may do what in this portal, and what gives them the right."
      />
      <Loaded load={load} failed="The roles could not be loaded">
        {(roles) => (
          <>
            <Own roles={roles} />
            {roles.mapped && <Groups roles={roles} />}
            <Part title="Who may do what">
              <RightsMatrix groups={groups} roles={roles.roles} own={highestRole(roles.own.roles)} />
            </Part>
          </>
        )}
      </Loaded>
    </>
  );
}

const WHOLE = 'You may do everything';
const ownWords: Readonly<Record<Role, string>> = {
  owner: 'You may see and download what is in your name',
  viewer: 'You may see and download everything',
  editor: 'You may see everything, and change reference data',
  operator: 'You may do everything but what concerns other people’s sessions and API tokens',
  admin: WHOLE,
};

/** The rights of the person who looks, and by which of their groups. */
function Own({ roles: { mapped, own } }: { roles: Roles }) {
  if (!mapped)
    return (
      <Alert color="blue" variant="light" icon={<IconInfoCircle aria-hidden />} title="Roles are not in use">
        Everybody who signs in may do everything, you too. Once SAML_ROLES_ATTRIBUTE and SAML_ROLE_MAP are
        set, the groups of the identity provider say who has which role, and who has none is not let in.
      </Alert>
    );
  const role = highestRole(own.roles);
  if (!role) return null;
  const by =
    own.groups && own.groups.length > 0
      ? `by ${own.groups.length === 1 ? 'the group' : 'the groups'} ${own.groups.join(', ')}`
      : 'as of your last sign-in';
  return (
    <Part title="What you may do">
      <Group gap="sm">
        <Badge variant="light" tt="none" size="lg">
          {role}
        </Badge>
        <Text>
          {ownWords[role]}, {by}.
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mt={6}>
        What changes at the identity provider counts from your next sign-in.
      </Text>
      {own.groups_missing && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconInfoCircle aria-hidden />}
          title="Some of your groups are missing"
          mt="sm"
        >
          You are in more groups than the identity provider sends along, and the portal could not look them up
          when you signed in. What they would give you is not counted. Administrators find the reason under
          Sessions and Tokens.
        </Alert>
      )}
    </Part>
  );
}

/** Which groups of the provider have which role. */
function Groups({ roles: { attribute, groups, own } }: { roles: Roles }) {
  return (
    <Part title="Who has which role">
      <Text size="sm" c="dimmed" mb="sm">
        The identity provider sends a person’s groups in the attribute {attribute}. With several, the most
        counts; who is in none of these is not let in.
      </Text>
      <table className={classes.table} aria-label="Who has which role">
        <thead>
          <tr>
            <th scope="col">Group</th>
            <th scope="col">Role</th>
            <th scope="col" className={classes.words}>
              May
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, role }) => (
            <tr key={group}>
              <th scope="row">
                {group}
                {own.groups?.includes(group) && (
                  <Badge variant="light" tt="none" size="sm" ml={8}>
                    Yours
                  </Badge>
                )}
              </th>
              <td>{role}</td>
              <td className={classes.words}>{ROLE_WORDS[role]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}
