import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { Roles } from '#calls/sessions.ts';
import type { Role } from '#kernel/rights.ts';
import type { RightsGroup, RightsRow } from './rights-table.ts';
import classes from './roles.module.css';

interface RightsMatrixProps {
  groups: readonly RightsGroup[];
  roles: Roles['roles'];
  /** The role of the person who looks. */
  own: Role | null;
}

/** The rights of each role: a row for each action, a column for each role. */
export function RightsMatrix({ groups, roles, own }: RightsMatrixProps) {
  return (
    <table className={classes.table} data-matrix aria-label="Who may do what">
      <thead>
        <tr>
          <th scope="col">What</th>
          {roles.map(({ role }) => (
            <th key={role} scope="col" className={classes.role} data-own={role === own || undefined}>
              {role}
              {role === own && <span className={classes.you}>you</span>}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ label, rows }) => (
        <tbody key={label}>
          <tr>
            <th scope="rowgroup" colSpan={roles.length + 1} className={classes.group}>
              {label}
            </th>
          </tr>
          {rows.map((row) => (
            <tr key={row.what + row.right}>
              <th scope="row">
                <What {...row} />
              </th>
              {roles.map(({ role, rights }) => (
                <td key={role} className={classes.role} data-own={role === own || undefined}>
                  {rights[row.right] ? (
                    <Fragment>
                      <IconCheck size={18} className={classes.yes} aria-hidden />
                      <VisuallyHidden>yes</VisuallyHidden>
                    </Fragment>
                  ) : (
                    <Fragment>
                      <span aria-hidden className={classes.no}>
                        –
                      </span>
                      <VisuallyHidden>no</VisuallyHidden>
                    </Fragment>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** The action, and its subjects; a long list is folded. */
function What({ what, names, noun }: RightsRow) {
  if (names.length === 0) return what;
  if (names.length <= 3)
    return (
      <>
        {what} <span className={classes.names}>{names.join(', ')}</span>
      </>
    );
  return (
    <details className={classes.details}>
      <summary>
        {what} <span className={classes.names}>{`${names.length} ${noun}`}</span>
      </summary>
      <span className={classes.names}>{names.join(', ')}</span>
    </details>
  );
}
