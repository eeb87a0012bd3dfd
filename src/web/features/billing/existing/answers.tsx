import { Button } from '@mantine/core';
import type { Both, Existing } from '#calls/existing.ts';

interface AnswersProps {
  /** Whether the other run is final. */
  booked: boolean;
  /** The one that is sent right now; null for none. */
  sending: Existing | null;
  onAnswer: (answer: Existing) => void;
}

/** What may become of a further file for an invoice. */
export function Answers({ booked, sending, onAnswer }: AnswersProps) {
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
      {booked ? (
        button('difference', 'Book the Difference')
      ) : (
        <>
          {button('replace', 'Replace', 'default')}
          {button('add', 'Add as a Part')}
        </>
      )}
    </>
  );
}

/** What each of them does. */
export const answerWords = ({ booked }: Pick<Both, 'booked'>): string =>
  booked
    ? 'Book the difference where the file corrects the invoice: only what changes is booked. Leave it out where nothing is to change.'
    : 'Add it as a part where both together are the bill. Replace where the new file is the bill. Leave it out where nothing is to change.';
