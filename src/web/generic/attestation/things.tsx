import { useId, useRef, useState, type FormEvent } from 'react';
import type { AttestedThing, GivenAnswer, GivenAnswers } from '#calls/attestation-answers.ts';
import classes from './things.module.css';

/*
 * Strangers open these things as well, and wait for no more than they need: the component library is not among it.
 */

/** What is said of a thing. */
type Said = GivenAnswer['answer'];

/** Sends answers. Answers null once they are kept, else why they were not. */
export type SendAnswers = (answers: GivenAnswers) => Promise<string | null>;

interface ThingsProps {
  things: readonly AttestedThing[];
  onSend: SendAnswers;
}

/** The questions of a campaign to somebody, a row each: what it is about, what that cost, and the answer. */
export function AttestedThings({ things, onSend }: ThingsProps) {
  // A row that is answered stays where it is, and keeps the focus: what waits comes first once the page is opened anew.
  const [places] = useState(() => new Map(things.map(({ id }, place) => [id, place])));
  const placeOf = ({ id }: AttestedThing) => places.get(id) ?? things.length;
  const inPlace = things.toSorted((one, other) => placeOf(one) - placeOf(other));
  const hasCosts = things.some(({ cost }) => cost !== null);
  return (
    <table className={classes.table} aria-label="What is in your name">
      <thead>
        <tr>
          <th scope="col">What</th>
          {hasCosts && <th scope="col">Cost</th>}
          <th scope="col">Your answer</th>
        </tr>
      </thead>
      <tbody>
        {inPlace.map((thing) => (
          <ThingRow key={thing.id} thing={thing} hasCosts={hasCosts} onSend={onSend} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<ThingsProps, 'onSend'> {
  thing: AttestedThing;
  hasCosts: boolean;
}

function ThingRow({ thing, hasCosts, onSend }: RowProps) {
  const { title, kind, facts, cost } = thing;
  return (
    <tr>
      <th scope="row">
        <span className={classes.title}>{title}</span>
        <span className={classes.soft}>
          {[kind, ...facts.map(({ label, value }) => `${label}: ${value}`)].join(' · ')}
        </span>
      </th>
      {hasCosts && (
        <td data-label="Cost" className={classes.cost}>
          {cost ?? <span className={classes.soft}>–</span>}
        </td>
      )}
      <td>
        <Answer thing={thing} onSend={onSend} />
      </td>
    </tr>
  );
}

/** The words of an answer that was given. */
export function answerInWords({ answer, to_person: to, reason }: AttestedThing): string {
  if (answer === 'confirmed') return 'You confirmed it';
  if (answer === 'handed_over') return `You hand it over to ${to}`;
  return answer === 'given_up' ? `You give it up: ${reason}` : 'Waits for your answer';
}

/** The questions of the answers that need words. */
const QUESTIONS = {
  handed_over: { label: 'Whose should it be? Their address or name', button: 'Hand over', most: 254 },
  given_up: { label: 'Why do you give it up?', button: 'Give up', most: 500 },
} as const;

function Answer({ thing, onSend }: Pick<RowProps, 'thing' | 'onSend'>) {
  const [open, setOpen] = useState<keyof typeof QUESTIONS | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const choices = useRef<HTMLDivElement>(null);
  const { id, title, answer, changeable } = thing;
  /** The focus goes back to what opened the words. */
  const close = () => {
    if (open) choices.current?.querySelector<HTMLElement>(`[data-said=${open}]`)?.focus();
    setOpen(null);
  };
  const send = async (given: GivenAnswer) => {
    if (busy) return;
    setBusy(true);
    const refused = await onSend({ answers: [given] });
    setFailure(refused);
    setBusy(false);
    if (refused === null) close();
  };
  const choose = (said: Said) => {
    setFailure(null);
    if (said === 'confirmed') void send({ item: id, answer: said });
    else setOpen(said);
  };
  const button = (said: Said, words: string) => (
    <button
      type="button"
      className={classes.choice}
      aria-pressed={(open ?? answer) === said}
      aria-label={`${words.replace('…', '')}: ${title}`}
      data-said={said}
      aria-disabled={busy || undefined}
      onClick={() => choose(said)}
    >
      {words}
    </button>
  );
  return (
    <>
      <p className={classes.state} data-waits={answer === null || undefined}>
        {answerInWords(thing)}
      </p>
      {changeable ? (
        <div ref={choices} role="group" aria-label={`Your answer: ${title}`} className={classes.choices}>
          {button('confirmed', 'Confirm')}
          {button('handed_over', 'Hand over…')}
          {button('given_up', 'Give up…')}
        </div>
      ) : (
        <p className={classes.soft}>The CCoE team has dealt with it.</p>
      )}
      {open && (
        <WordsForm
          key={open}
          said={open}
          start={String((open === 'handed_over' ? thing.to_person : thing.reason) ?? '')}
          busy={busy}
          onCancel={close}
          onSubmit={(words) =>
            void send({ item: id, answer: open, [open === 'handed_over' ? 'to_person' : 'reason']: words })
          }
        />
      )}
      {failure !== null && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
    </>
  );
}

interface WordsFormProps {
  said: keyof typeof QUESTIONS;
  start: string;
  busy: boolean;
  onSubmit: (words: string) => void;
  onCancel: () => void;
}

function WordsForm({ said, start, busy, onSubmit, onCancel }: WordsFormProps) {
  const field = useId();
  const [words, setWords] = useState(start);
  const [missing, setMissing] = useState(false);
  const { label, button, most } = QUESTIONS[said];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(words.trim() === '');
    if (words.trim() !== '') onSubmit(words.trim());
  };
  return (
    <form className={classes.words} noValidate onSubmit={submit}>
      <label htmlFor={field}>{label}</label>
      <input
        id={field}
        type="text"
        maxLength={most}
        autoComplete="off"
        value={words}
        // It was opened to be filled in.
        ref={focusOnce}
        aria-invalid={missing || undefined}
        aria-describedby={missing ? `${field}-error` : undefined}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      {missing && (
        <p id={`${field}-error`} className={classes.failure}>
          Fill this in, or choose another answer.
        </p>
      )}
      <div className={classes.choices}>
        <button type="submit" className={classes.choice} data-main aria-disabled={busy || undefined}>
          {busy ? 'Sending…' : button}
        </button>
        <button type="button" className={classes.choice} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

const focusOnce = (input: HTMLInputElement | null): void => input?.focus();
