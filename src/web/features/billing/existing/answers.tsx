import { Button } from '@mantine/core';
import type { Both } from '#calls/existing.ts';
import type { Answer } from '../calls.ts';

/** The facts of both sides that decide which answers there are. */
interface AnsweredSides extends Pick<Both, 'booked'> {
  /** Whether the file has the amortised costs of what the run bills. */
  amortised?: boolean;
}

interface AnswersProps {
  of: AnsweredSides;
  /** The one that is sent right now; null for none. */
  sending: Answer | null;
  onAnswer: (answer: Answer) => void;
}

interface AnswerShown {
  answer: Answer;
  label: string;
  /** Whether it is the one that is meant most often. */
  isFirst?: boolean;
}

const LEAVE: AnswerShown = { answer: 'leave', label: 'Leave It Out' };
const OF_OPEN: readonly AnswerShown[] = [
  LEAVE,
  { answer: 'replace', label: 'Replace' },
  { answer: 'add', label: 'Add as a Part', isFirst: true },
];
const OF_BOOKED: readonly AnswerShown[] = [
  LEAVE,
  { answer: 'difference', label: 'Book the Difference', isFirst: true },
];
/** Amortised costs are billed by no run, neither beside what is there nor in its place. */
const OF_AMORTISED: readonly AnswerShown[] = [
  LEAVE,
  { answer: 'split', label: 'Take for the Split', isFirst: true },
];

const answersOf = ({ booked, amortised = false }: AnsweredSides): readonly AnswerShown[] => {
  if (amortised) return OF_AMORTISED;
  return booked ? OF_BOOKED : OF_OPEN;
};

/** The possible answers for a further file of an invoice. */
export function Answers({ of, sending, onAnswer }: AnswersProps) {
  return answersOf(of).map(({ answer, label, isFirst = false }) => (
    <Button
      key={answer}
      {...(!isFirst && { variant: 'default' })}
      loading={sending === answer}
      disabled={sending !== null && sending !== answer}
      onClick={() => onAnswer(answer)}
    >
      {label}
    </Button>
  ));
}

/** The effect of each of them. */
export function answerWords({ booked, amortised = false }: AnsweredSides): string {
  if (amortised)
    return 'The file has the amortised costs of what this run bills. Take it for the split to divide reservations and savings plans by it: nothing of it is booked. Leave it out where nothing is to change.';
  return booked
    ? 'Book the difference where the file corrects the invoice: only what changes is booked. Leave it out where nothing is to change.'
    : 'Add it as a part where both together are the bill. Replace where the new file is the bill. Leave it out where nothing is to change.';
}
