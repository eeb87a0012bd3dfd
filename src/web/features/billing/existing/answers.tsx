import { Button } from '@mantine/core';
import type { Existing } from '../billing.ts';

interface AnswersProps {
  /** The one that is sent right now; null for none. */
  sending: Existing | null;
  onAnswer: (answer: Existing) => void;
}

/** The three things that may become of a further file for an invoice. */
export function Answers({ sending, onAnswer }: AnswersProps) {
  const button = (answer: Existing, label: string, variant?: string) => (
    <Button
      variant={variant}
      loading={sending === answer}
      disabled={sending !== null && sending !== answer}
      onClick={() => onAnswer(answer)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {button('leave', 'Leave It Out', 'default')}
      {button('replace', 'Replace', 'default')}
      {button('add', 'Add as a Part')}
    </>
  );
}

/** What each of them does. */
export const ANSWER_WORDS =
  'Add it as a part where both together are the bill. Replace where the new file is the bill. Leave it out where nothing is to change.';
