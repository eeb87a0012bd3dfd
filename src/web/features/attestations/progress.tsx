import { useComputedColorScheme } from '@mantine/core';
import type { Attestation } from '#calls/attestation.ts';
import { grouped } from '#kernel/written.ts';
import { ATTESTATION_STATES, type AttestationState } from '#resources/attestation.ts';
import { coloursOf } from '#web/ui/chart-look.ts';
import classes from './attestations.module.css';

const ORDER = ['confirmed', 'handed_over', 'given_up', 'waiting'] as const satisfies AttestationState[];

/** How far a campaign is: a bar of its answers, and the same in words and numbers below it. */
export function AnswersChart({ name, counts }: Pick<Attestation, 'name' | 'counts'>) {
  const colours = coloursOf(useComputedColorScheme('light'));
  const total = ORDER.reduce((sum, state) => sum + counts[state], 0);
  const colourOf = (state: AttestationState, at: number) =>
    state === 'waiting' ? colours.other : (colours.series[at] ?? colours.other);
  if (total === 0) return null;
  const words = ORDER.map((state) => `${ATTESTATION_STATES[state]} ${grouped(counts[state])}`);
  return (
    <div className={classes.chart}>
      <div role="img" aria-label={`Answers of ${name}: ${words.join(', ')}`} className={classes.bar}>
        {ORDER.map((state, at) =>
          counts[state] > 0 ? (
            <span key={state} style={{ flexGrow: counts[state], background: colourOf(state, at) }} />
          ) : null,
        )}
      </div>
      <ul className={classes.legend} aria-label={`Answers of ${name}`}>
        {ORDER.map((state, at) => (
          <li key={state}>
            <i aria-hidden style={{ background: colourOf(state, at) }} />
            {ATTESTATION_STATES[state]} <b>{grouped(counts[state])}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
