import type { ReactNode } from 'react';
import { choiceName } from '#kernel/fields/choice.ts';
import { adPermissionSets, type AdPermissionSet } from '#resources/ad-permission-sets.ts';
import { grouped } from '#kernel/written.ts';
import { durationWords } from '../records/durations.ts';
import { RecordLink } from '../parts/names.tsx';
import { linePairs, orderedPolicy, type LinePair } from '../policy/policy.ts';
import { Scrolled } from '../parts/scrolled.tsx';
import classes from './compare.module.css';

const { fields } = adPermissionSets;

interface Sides {
  a: AdPermissionSet;
  b: AdPermissionSet;
}

/** Two permission sets, part by part: differences are highlighted, and named in words too. */
export function Comparison({ a, b }: Sides) {
  return (
    <div className={classes.comparison}>
      <div className={classes.heads}>
        {[a, b].map((set, at) => (
          <h2 key={at === 0 ? 'a' : 'b'}>
            <RecordLink model="ad_permission_sets" id={set.id}>
              {set.name}
            </RecordLink>
          </h2>
        ))}
      </div>
      {FACTS.map(([label, say]) => (
        <Compared key={label} label={label} names={[a.name, b.name]} same={say(a) === say(b)}>
          {[a, b].map((set) => say(set) || 'None')}
        </Compared>
      ))}
      <Policies a={a} b={b} />
      <Inline a={a} b={b} />
    </div>
  );
}

const FACTS: readonly [label: string, say: (set: AdPermissionSet) => string][] = [
  [fields.provider_type.label, (set) => choiceName(fields.provider_type, set.provider_type)],
  [fields.description.label, (set) => set.description ?? ''],
  [fields.duration.label, (set) => (set.duration ? durationWords(set.duration) : '')],
  [fields.relay.label, (set) => set.relay ?? ''],
  [fields.group_count.label, (set) => grouped(set.group_count)],
  [fields.account_count.label, (set) => grouped(set.account_count)],
];

interface ComparedProps {
  label: string;
  /** The names of the sides, for where they are not beside each other. */
  names: readonly string[];
  same: boolean;
  /** One, and the other. */
  children: readonly ReactNode[];
}

/** One thing of both. */
function Compared({ label, names, same, children }: ComparedProps) {
  return (
    <section className={classes.compared} data-differs={!same || undefined} aria-label={label}>
      <h3>
        {label} <span>{same ? 'the same' : 'differs'}</span>
      </h3>
      {children.map((side, at) => (
        <div key={at === 0 ? 'a' : 'b'}>
          <span className={classes.side}>{names[at]}</span>
          {side}
        </div>
      ))}
    </section>
  );
}

/** The managed policies of both by their ARNs, those that only one has marked. */
function Policies({ a, b }: Sides) {
  const all = new Map([...a.managed_policies, ...b.managed_policies].map((policy) => [policy.arn, policy]));
  const has = (set: AdPermissionSet, arn: string) => set.managed_policies.some((one) => one.arn === arn);
  const listed = [...all.values()].toSorted((one, other) => one.name.localeCompare(other.name));
  const same = listed.every(({ arn }) => has(a, arn) && has(b, arn));
  return (
    <Compared label={fields.managed_policies.label} names={[a.name, b.name]} same={same}>
      {[a, b].map((set) => (
        <ul key={set.id} className={classes.policies}>
          {listed.map(({ arn, name }) =>
            has(set, arn) ? (
              <li key={arn} data-alone={!(has(a, arn) && has(b, arn)) || undefined}>
                <b>{name}</b> {!(has(a, arn) && has(b, arn)) && <em>only here</em>}
                <code>{arn}</code>
              </li>
            ) : (
              <li key={arn} data-lacks aria-hidden>
                <b>{name}</b>
                <code>{arn}</code>
              </li>
            ),
          )}
          {set.managed_policies.length === 0 && <li>None</li>}
        </ul>
      ))}
    </Compared>
  );
}

/** The inline policies of both line by line, their members by name. */
function Inline({ a, b }: Sides) {
  const texts = [a, b].map((set) => (set.inline_policy ? orderedPolicy(set.inline_policy) : ''));
  const [left = '', right = ''] = texts;
  const pairs = linePairs(left, right);
  return (
    <Compared label={fields.inline_policy.label} names={[a.name, b.name]} same={left === right}>
      {(['a', 'b'] as const).map((side) => (
        <Lines
          key={side}
          label={`${fields.inline_policy.label} of ${side === 'a' ? a.name : b.name}`}
          pairs={pairs}
          side={side}
          none={(side === 'a' ? left : right) === ''}
        />
      ))}
    </Compared>
  );
}

interface LinesProps {
  label: string;
  pairs: readonly LinePair[];
  side: 'a' | 'b';
  none: boolean;
}

/** The lines of one side; where the other has more, as many are left free. */
function Lines({ label, pairs, side, none }: LinesProps) {
  if (none) return 'None';
  return (
    <Scrolled label={label} className={classes.scrolled}>
      <pre className={classes.lines}>
        {pairs.map((pair, at) => {
          const line = pair[side];
          const differs = pair.a !== pair.b;
          return (
            <span
              key={`${at}`}
              data-differs={(differs && line !== null) || undefined}
              data-free={line === null || undefined}
            >
              {line === null ? ' ' : `${differs ? (side === 'a' ? '− ' : '+ ') : '  '}${line}`}
              {'\n'}
            </span>
          );
        })}
      </pre>
    </Scrolled>
  );
}
