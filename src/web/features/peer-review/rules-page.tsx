import { Button } from '@mantine/core';
import { useState, Suspense } from 'react';
import { listRuleEvents, listRules, setRule, type ModelRule } from '#calls/peer-review.ts';
import { boolean } from '#kernel/fields/boolean.ts';
import { abilities } from '#kernel/rights.ts';
import { listed } from '#kernel/written.ts';
import { change, queryOf } from '#web/data/call.ts';
import { usePerson } from '#web/data/use-session.ts';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import classes from '#web/generic/peer-review/peer-review.module.css';
import { useLoad } from '#web/generic/use-load.ts';
import { Card, Cards } from '#web/ui/card.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';

const RuleDialog = lateDialog<{ dialog: ActionDialog<object>; about: object; onClose: () => void }>(
  async () => ({ default: (await import('#web/generic/additions/action-dialog.tsx')).default<object> }),
  ({ onClose }) => onClose(),
);

/** /auth/change-rules: of which models a change needs a reason, or a second person; administrators change it. */
export function RulesPage() {
  const load = useLoad(queryOf(listRules, {}));
  const [edited, setEdited] = useState<ModelRule | null>(null);
  const mayChange = usePerson()?.rights[abilities.set_change_rules.right] === true;
  return (
    <>
      <PageHeader
        title="Change Rules"
        description="Which changes need a reason, and which fields a second person approves."
      />
      <Cards beside={<Events />}>
        <Card title="Models">
          <Loaded load={load} failed="The rules could not be loaded">
            {(rules) => (
              <ul className={`${classes.list} ${classes.rows}`} aria-label="Rules">
                {rules.map((rule) => (
                  <li key={rule.model} className={classes.entry}>
                    <div>
                      <strong>{rule.label}</strong>
                      {wordsOf(rule).map((words) => (
                        <p key={words} className={classes.note}>
                          {words}
                        </p>
                      ))}
                    </div>
                    {mayChange && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Change the rule of ${rule.label}`}
                        onClick={() => setEdited(rule)}
                      >
                        Change
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </Card>
      </Cards>
      <Suspense>
        {edited && (
          <RuleDialog
            key={edited.model}
            dialog={dialogOf(edited)}
            about={{}}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** What a rule says, in words. */
function wordsOf({ asks_reason: asks, fields, choices }: ModelRule): string[] {
  const labels = choices.flatMap(({ field, label }) => (fields.includes(field) ? [label] : []));
  if (!asks && labels.length === 0) return ['No rule.'];
  return [
    ...(asks ? ['A change or deletion needs a reason.'] : []),
    ...(labels.length > 0 ? [`A second person approves changes of ${listed(labels)}.`] : []),
  ];
}

/** The dialog of a rule: the reason, and each field that a second person may have to approve. */
function dialogOf({
  model,
  label,
  choices,
  asks_reason,
  fields,
  lock_version,
}: ModelRule): ActionDialog<object> {
  return {
    title: `Change Rule of ${label}`,
    text: () => 'Fields that are ticked wait for a second person whenever somebody changes them.',
    fields: {
      asks_reason: boolean('A reason is required'),
      ...Object.fromEntries(choices.map((choice) => [`of_${choice.field}`, boolean(choice.label)])),
    },
    start: () => ({
      asks_reason,
      ...Object.fromEntries(choices.map(({ field }) => [`of_${field}`, fields.includes(field)])),
    }),
    submit: 'Save',
    failed: 'The rule could not be changed.',
    run: async ({ values }, { once }) => {
      const chosen = choices.flatMap(({ field }) => (values[`of_${field}`] === true ? [field] : []));
      const input = { model, asks_reason: values['asks_reason'] === true, fields: chosen, lock_version };
      await once(input, (intent) => change(setRule, input, intent));
      return { notice: 'The rule has been changed!' };
    },
  };
}

/** Who changed the rules, the newest first. */
function Events() {
  const load = useLoad(queryOf(listRuleEvents, {}));
  return (
    <Card title="History">
      <Loaded load={load} failed="The history could not be loaded" height={96}>
        {(events) =>
          events.length === 0 ? (
            'No rule has been changed yet.'
          ) : (
            <ul className={classes.list} aria-label="Changes of rules">
              {events.map(({ id, label, at, by, changes }) => (
                <li key={id} className={classes.entry}>
                  <p className={classes.head}>
                    <strong>{label}</strong>
                    <span>{changes.join('. ')}.</span>
                  </p>
                  <p className={classes.note}>
                    {by.name ?? by.email}, {formatMoment(at)}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
