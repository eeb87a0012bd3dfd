import { useState } from 'react';
import type { Registry } from '#kernel/registry.ts';
import { ChangeSentence } from '#web/generic/changes/change-sentence.tsx';
import { ChangeValues } from '#web/generic/changes/change-values.tsx';
import { ChangeWhy } from '#web/generic/changes/change-why.tsx';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { ACTIVITY_PAGE, activityQuery } from './my-cloud.ts';
import classes from './my-cloud.module.css';

/** Who changed what of the records in one's name. */
export function ActivityPart({ registry }: { registry: Registry }) {
  const [page, setPage] = useState(1);
  const load = useLoad(activityQuery(page));
  return (
    <Card title="Activity">
      <Loaded load={load} failed="The activity could not be loaded" height={160}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <p className={classes.none}>Nobody has changed anything of yours yet.</p>
          ) : (
            <>
              <ul className={classes.charges} aria-label="Changes of what is yours">
                {data.map((line) => (
                  <li key={line.id}>
                    <div className={classes.lineHead}>
                      <ChangeSentence
                        resource={registry.get(line.model)}
                        by={line.by}
                        action={line.action}
                        via={line.via}
                        count={1}
                        record={line.record}
                        fields={line.action === 'update' ? line.changes.map(({ label }) => label) : []}
                      />
                      <time dateTime={line.at} className={classes.count}>
                        {formatMoment(line.at)}
                      </time>
                    </div>
                    {line.action === 'update' && <ChangeValues changes={line.changes} />}
                    <ChangeWhy reason={line.reason} approved_by={line.approved_by} />
                  </li>
                ))}
              </ul>
              <Pages
                what="activity"
                page={page}
                pages={Math.ceil(meta.total / ACTIVITY_PAGE)}
                onPage={setPage}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
