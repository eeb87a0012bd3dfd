import { grouped, listed } from '#kernel/written.ts';
import { Link } from '@tanstack/react-router';
import type { ActivityRecord } from '#calls/activity.ts';
import { viaWords } from '#kernel/activity.ts';
import type { Author, HistoryEntry, Via } from '#kernel/history.ts';
import type { Resource } from '#kernel/resource.ts';
import { usePerson } from '#web/data/use-session.ts';
import classes from './change-sentence.module.css';

const VERBS: Record<HistoryEntry['action'], string> = {
  create: 'added',
  import: 'imported',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  comment: 'commented on',
  change_comment: 'changed a comment on',
  delete_comment: 'deleted a comment on',
};

interface ChangeSentenceProps {
  resource: Resource;
  by: Author;
  action: HistoryEntry['action'];
  via?: readonly Via[];
  /** How many records. */
  count: number;
  /** Of several the last one. */
  record: ActivityRecord;
  /** The labels of what was changed. */
  fields: readonly string[];
  /** Several lead to their list. */
  listed?: boolean;
}

/** Who did what to which record: 'Maya Okafor changed Approved of cost center 4711, with the API token ci'. */
export function ChangeSentence(props: ChangeSentenceProps) {
  const { resource, by, action, via = [], count, record, fields, listed = false } = props;
  const me = usePerson()?.email === by.email;
  const { name: model, noun } = resource;
  const many = `${grouped(count)} ${noun[1]}`;
  const way = viaWords(via, action);
  return (
    <span className={classes.sentence}>
      <strong title={by.email}>{me ? 'You' : (by.name ?? by.email)}</strong> {VERBS[action]}{' '}
      {fields.length > 0 && <>{fieldsWords(fields)} of </>}
      {count > 1 && !listed && <b>{many}</b>}
      {count > 1 && listed && (
        <Link to="/auth/$action/$model" params={{ action: 'view', model }}>
          {many}
        </Link>
      )}
      {count === 1 && (
        <>
          {noun[0]} <RecordLink resource={resource} record={record} />
        </>
      )}
      {way && `, ${way}`}
    </span>
  );
}

/** The way to a record, or to what is known of a deleted one; only its name where there is neither. */
export function RecordLink({ resource, record }: { resource: Resource; record: ActivityRecord }) {
  const { id, title, is } = record;
  const name = title ?? `${resource.label[0]} ${id}`;
  if (is === 'gone') return <b>{name}</b>;
  const params = { action: 'view', model: resource.name, modelId: String(id) };
  return (
    <Link to="/auth/$action/$model/$modelId" params={params}>
      {name}
    </Link>
  );
}

/** So many fields are named, the rest is counted. */
const NAMED = 2;

function fieldsWords(fields: readonly string[]): string {
  const rest = fields.length - NAMED;
  if (rest <= 1) return listed(fields);
  return listed([...fields.slice(0, NAMED), `${rest} more fields`]);
}
