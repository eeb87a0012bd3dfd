import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { keepsHistory, type Resource } from '#kernel/resource.ts';
import { recordQuery, type RecordRow } from '#web/data/queries.ts';
import { useMay } from '../use-may.ts';
import type { Additions } from '../additions/additions.ts';
import { ActionButtons } from '../additions/action-buttons.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader, type Crumb } from '#web/ui/pages/page-header.tsx';
import { useShortcuts } from '#web/ui/shortcuts/shortcuts.ts';
import { lastListSearch } from '../list-state.ts';
import { recordHeading, recordName } from '../record-title.ts';
import type { Differing } from '../model-screens.ts';
import type { RecordScreenProps } from '../screen.ts';
import { isGone } from '#web/data/client.ts';
import { useLoad } from '../use-load.ts';
import { Comments } from '../comments/comments.tsx';
import { WaitingCard } from '../peer-review/waiting-card.tsx';
import { DeleteButton } from './delete-button.tsx';
import { GoneRecord } from './gone-record.tsx';
import { RecordDetails } from './record-details.tsx';
import { RecordHistory } from './record-history.tsx';
import { RecordReferences } from './record-references.tsx';
import { CardColumn, Cards } from '#web/ui/card.tsx';
import classes from './record-screen.module.css';

const NOTHING: Additions = {};

/** One record: its values, what it refers to, who refers to it, and everything that happened to it. */
export default function RecordScreen({ resource, registry, id, own }: RecordScreenProps & Differing) {
  const additions = own?.additions ?? NOTHING;
  const load = useLoad(recordQuery(resource.name, id));
  const record = dataOf(load);
  const [one] = resource.label;
  // What a screen adds below is looked for more often than what was said.
  const Below = own?.Below;
  const comments = <Comments model={resource.name} id={id} />;
  if (load.is === 'failed' && isGone(load.error))
    return <GoneRecord resource={resource} id={id} crumbs={crumbsOf(resource)} />;
  return (
    <>
      <PageHeader
        title={record ? recordHeading(resource, record) : `${one} ${id}`}
        crumbs={crumbsOf(resource)}
        description={descriptionOf(resource, record)}
        actions={record && <RecordActions resource={resource} record={record} actions={additions.row} />}
      />
      <Loaded load={load}>
        {(shown) => (
          <Cards
            beside={
              <>
                <RecordReferences resource={resource} registry={registry} id={id} />
                {keepsHistory(resource) && <RecordHistory resource={resource} id={id} />}
              </>
            }
          >
            <CardColumn>
              <WaitingCard resource={resource} registry={registry} id={id} />
              <RecordDetails resource={resource} registry={registry} record={shown} additions={additions} />
              {!Below && comments}
            </CardColumn>
          </Cards>
        )}
      </Loaded>
      {record && Below && (
        <>
          <Below resource={resource} registry={registry} id={id} />
          <div className={classes.last}>{comments}</div>
        </>
      )}
    </>
  );
}

/** What a record is, and its whole name where that is more than its heading: of a company beside others of its code, of an account its number. */
function descriptionOf(resource: Resource, record: RecordRow | undefined): string {
  const [one] = resource.label;
  if (!record) return one;
  const name = recordName(resource, record);
  return name === recordHeading(resource, record) ? one : `${one} ${name}`;
}

/** The way back to the list as it was left. */
function crumbsOf(resource: Resource): Crumb[] {
  const to = `/auth/view/${resource.name}`;
  return [{ label: resource.label[1], to, search: lastListSearch(to) }];
}

interface RecordActionsProps {
  resource: Resource;
  record: RecordRow;
  actions: Additions['row'];
}

function RecordActions({ resource, record, actions }: RecordActionsProps) {
  const may = useMay(resource);
  const navigate = useNavigate();
  const edit = () => void navigate({ to: `/auth/edit/${resource.name}/${record.id}` });
  useShortcuts(resource.label[0], may.update ? [{ keys: 'e', label: 'Edit this record', run: edit }] : []);
  return (
    <>
      <ActionButtons resource={resource} actions={actions} about={{ row: record }} />
      {may.delete && <DeleteButton resource={resource} id={record.id} name={recordName(resource, record)} />}
      {may.update && (
        <Button
          component={Link}
          to={`/auth/edit/${resource.name}/${record.id}`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          Edit
        </Button>
      )}
    </>
  );
}
