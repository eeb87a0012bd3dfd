import type { GroupCloud } from '#resources/ad-groups.ts';
import { LongWork } from '#server/platform/database/limits.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Groups are read so many at a time. */
const PORTION = 500;

/** Conditions of the reviewed groups: those without a permission set, or those that have some and nobody in them. */
export type Reviewed = 'dormant' | 'empty';

const CHOSEN: Readonly<Record<Reviewed, string>> = {
  dormant: 'g.dormant',
  empty: 'NOT g.dormant AND g.member_count = 0',
};

/** A group as it is reviewed. Names stand beside one another; moments are ISO 8601. */
export interface ReviewedGroup {
  id: number;
  name: string;
  /** Of the order of the list. */
  place: string;
  cloud: GroupCloud | null;
  description: string | null;
  member_count: number;
  nested_group_count: number;
  /** The groups that it lies in. */
  around: string | null;
  /** Those who left the directory, or may no longer sign in, say so. */
  owners: string | null;
  owner_emails: string | null;
  permission_sets: string | null;
  cloud_parents: string | null;
  /** When somebody last joined or left it, as far as readings of the directory noticed. */
  changed_at: string | null;
  /** When the first reading found it. */
  first_read_at: string;
}

const lines = (names: string) => `(SELECT string_agg(n, '; ') FROM jsonb_array_elements_text(${names}) n)`;

/**
 * The groups by name, a portion at a time; no connection is held meanwhile, since who downloads them may be slow.
 * @param cloud null: those of all clouds, and of none
 */
export async function* reviewedGroups(
  db: Database,
  reviewed: Reviewed,
  cloud: GroupCloud | null,
): AsyncGenerator<ReviewedGroup[]> {
  const work = new LongWork();
  let last: { place: string; id: number } = { place: '', id: 0 };
  for (;;) {
    const { rows } = await work.run(() =>
      db.query<ReviewedGroup>({
        name: `groups to review: ${reviewed}`,
        text: `WITH chosen AS MATERIALIZED (
            SELECT * FROM ad_groups g WHERE ${CHOSEN[reviewed]} AND ($1::text IS NULL OR g.cloud = $1)
              AND (lower(g.name), g.id) > ($2, $3::integer)
            ORDER BY lower(g.name), g.id LIMIT ${PORTION}
          )
          SELECT g.id, g.name, lower(g.name) AS place, g.cloud, g.description, g.member_count, g.nested_group_count,
            (SELECT string_agg(o.name, '; ' ORDER BY lower(o.name), o.id) FROM ad_nested_groups n
              JOIN ad_groups o ON o.id = n.ad_group_id WHERE n.child_id = g.id) AS around,
            p.owners, p.owner_emails, ${lines('g.permission_sets')} AS permission_sets,
            ${lines('g.cloud_parents')} AS cloud_parents,
            (SELECT max(c.noticed_at) FROM ad_membership_changes c WHERE c.ad_group_id = g.id
              AND c.change IN ('joined', 'left')) AS changed_at, g.created_at AS first_read_at
          FROM chosen g LEFT JOIN LATERAL (
            SELECT string_agg(x.name || CASE WHEN x.gone THEN ' (left)' WHEN NOT x.enabled THEN ' (may not sign in)'
                ELSE '' END, '; ' ORDER BY lower(x.name), x.id) AS owners,
              string_agg(coalesce(x.email, x.user_principal_name), '; ' ORDER BY lower(x.name), x.id) AS owner_emails
            FROM ad_members m JOIN ad_people x ON x.id = m.ad_person_id
            WHERE m.ad_group_id = g.id AND m.role = 'owner'
          ) p ON true ORDER BY lower(g.name), g.id`,
        values: [cloud, last.place, last.id],
      }),
    );
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < PORTION) return;
    last = end;
  }
}
