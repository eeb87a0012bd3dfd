import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { CLOUD_TYPE_NAMES } from '#kernel/clouds.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import type { PostureCloud } from '#resources/posture.ts';
import { grouped } from '#kernel/written.ts';
import { accountsBehind, linesOf, totalOf, type Units } from './posture.ts';
import classes from './posture.module.css';

interface CloudTableProps {
  cloud: PostureCloud;
  counts: Readonly<Record<string, number>>;
  units: Units;
}

/** The page is specified with the short name of Google Cloud. */
const HEADINGS: Readonly<Record<PostureCloud, string>> = { ...CLOUD_TYPE_NAMES, GcpCloudParent: 'GCP' };

/** The accounts of one cloud by their environments; each number leads to what it counts. */
export function CloudTable({ cloud, counts, units }: CloudTableProps) {
  const id = useId();
  const name = HEADINGS[cloud];
  const total = totalOf(counts);
  return (
    <section className={classes.cloud} aria-labelledby={id}>
      <h2 id={id} className={classes.name}>
        {name}
      </h2>
      <table className={classes.table} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">Environment</th>
            <th scope="col">Accounts</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(cloud, counts).map(({ bucket, words, count }) => (
            <tr key={bucket}>
              <th scope="row">
                {words}
                <span className={classes.track} aria-hidden>
                  <span style={{ width: `${(100 * count) / Math.max(total, 1)}%` }} />
                </span>
              </th>
              <td>
                <Count
                  count={count}
                  about={`${name} accounts: ${words}`}
                  search={accountsBehind(units, cloud, bucket)}
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>
              <Count count={total} about={`${name} accounts`} search={accountsBehind(units, cloud)} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

interface CountProps {
  count: number;
  /** The counted things, for those who hear the links of a page. */
  about: string;
  search: Record<string, string>;
}

/** A number that leads to the accounts that it counts; none lead nowhere. */
function Count({ count, about, search }: CountProps) {
  if (count === 0) return <span className={classes.none}>0</span>;
  return (
    <AccountsLink search={search}>
      {grouped(count)}
      <VisuallyHidden> {about}</VisuallyHidden>
    </AccountsLink>
  );
}

interface AccountsLinkProps {
  search: Record<string, string>;
  children: ReactNode;
}

/** Leads to some accounts of the inventory. */
export function AccountsLink({ search, children }: AccountsLinkProps) {
  return (
    <Link
      to="/auth/$action/$model"
      params={{ action: 'view', model: cloudParents.name }}
      search={search as never}
      className={classes.count}
    >
      {children}
    </Link>
  );
}
