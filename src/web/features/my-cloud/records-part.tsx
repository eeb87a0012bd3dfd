import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MY_MODELS, type MyCloud, type MyModel } from '#calls/my-cloud.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { cloudProjects } from '#resources/cloud-projects.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { grouped } from '#kernel/written.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import links from '#web/ui/plain-link.module.css';
import { RECORDS_PAGE, recordsQuery } from './my-cloud.ts';
import classes from './my-cloud.module.css';

/** What the records of each model are called here. */
const NAMES: Readonly<Record<MyModel, string>> = {
  cost_centers: costCenters.label[1],
  cloud_parents: `${cloudParents.label[1]}: accounts, subscriptions and projects`,
  cloud_projects: cloudProjects.label[1],
  github_copilot_users: `${githubCopilotUsers.label[1]}: seats`,
};

/** What is in one's name, by names. */
export function RecordsPart({ records }: { records: MyCloud['records'] }) {
  const totalOf = (model: MyModel) => records.find((one) => one.model === model)?.total ?? 0;
  const owned = MY_MODELS.filter((model) => totalOf(model) > 0);
  return (
    <Card title="In your name">
      {owned.length === 0 && <p className={classes.none}>No cost center, account or seat names you.</p>}
      {owned.map((model) => (
        <section key={model} className={classes.owned} aria-label={NAMES[model]}>
          <h3 className={classes.subhead}>
            {NAMES[model]} <span className={classes.count}>{grouped(totalOf(model))}</span>
          </h3>
          <Records model={model} />
        </section>
      ))}
    </Card>
  );
}

function Records({ model }: { model: MyModel }) {
  const [page, setPage] = useState(1);
  const load = useLoad(recordsQuery(model, page));
  return (
    <Loaded load={load} failed={`${NAMES[model]} could not be loaded`} height={80}>
      {({ data, meta }) => (
        <>
          <ul className={classes.records}>
            {data.map(({ id, title, about }) => (
              <li key={id}>
                <Link
                  className={links.link}
                  to="/auth/$action/$model/$modelId"
                  params={{ action: 'view', model, modelId: String(id) }}
                >
                  {title}
                </Link>
                {about.length > 0 && <span className={classes.soft}>{about.join(' · ')}</span>}
              </li>
            ))}
          </ul>
          <Pages
            what={NAMES[model].toLowerCase()}
            page={page}
            pages={Math.ceil(meta.total / RECORDS_PAGE)}
            onPage={setPage}
          />
        </>
      )}
    </Loaded>
  );
}
