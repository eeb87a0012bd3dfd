import { Link } from '@tanstack/react-router';
import { choiceName } from '#kernel/fields/choice.ts';
import { adMembershipChanges, type AdMembershipChange } from '#resources/ad-membership-changes.ts';
import { listQuery } from '#web/data/queries.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { RecordLink } from '../parts/names.tsx';
import { Row, Rows } from '../parts/part.tsx';
import classes from '../directory.module.css';

/** The number of changes that are shown, the latest; the list has the others. */
const LATEST = 8;

interface ChangesProps {
  /** The subject of the changes, by filters of their list; null where it is unknown. */
  of: Readonly<Record<string, string>> | null;
  /** Names that go without saying. */
  about: 'group' | 'person';
  none: string;
}

/** The latest changes of memberships, and the way to all of them. */
export function Changes({ of, about, none }: ChangesProps) {
  return (
    <Card title="Recent changes">
      {of ? <Latest of={of} about={about} none={none} /> : <p className={classes.nothing}>{none}</p>}
    </Card>
  );
}

function Latest({ of, about, none }: ChangesProps & { of: Readonly<Record<string, string>> }) {
  const load = useLoad(listQuery(adMembershipChanges.name, { ...of, page: 1, per_page: LATEST }));
  return (
    <Loaded load={load} height={96} failed="The membership changes could not be loaded">
      {({ data, meta }) =>
        data.length === 0 ? (
          <p className={classes.nothing}>{none}</p>
        ) : (
          <>
            <Rows>
              {(data as unknown as AdMembershipChange[]).map((change) => (
                <Row key={change.id} about={<ChangeSentence change={change} about={about} />}>
                  <time className={classes.soft} dateTime={change.noticed_at}>
                    {formatMoment(change.noticed_at)}
                  </time>
                </Row>
              ))}
            </Rows>
            {meta.total > data.length && (
              <Link
                to="/auth/$action/$model"
                params={{ action: 'view', model: adMembershipChanges.name }}
                search={of}
                className={classes.all}
              >
                All {meta.total} changes
              </Link>
            )}
          </>
        )
      }
    </Loaded>
  );
}

const { fields } = adMembershipChanges;

/** A change as a short sentence. */
function ChangeSentence({ change, about }: { change: AdMembershipChange; about: ChangesProps['about'] }) {
  const { change: what, role, who, group_name: name, ad_group_id: group } = change;
  const as = role && role !== 'member' ? ` as ${choiceName(fields.role, role).toLowerCase()}` : '';
  return (
    <>
      {about === 'group' && who && <span className={classes.plain}>{who}</span>}
      <span className={classes.change} data-change={what}>
        {choiceName(fields.change, what)}
        {as}
      </span>
      {about === 'person' &&
        (group === null ? (
          <span className={classes.plain}>{name}</span>
        ) : (
          <RecordLink model="ad_groups" id={group}>
            {name}
          </RecordLink>
        ))}
    </>
  );
}
