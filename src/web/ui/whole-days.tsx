import { Fragment } from 'react';

/** A day as the portal writes it, with the time behind it: 12-Dec-2026, 14:05. */
const DAY = /(\d{2}-[A-Z][a-z]{2}-\d{4}(?:, \d{2}:\d{2})?)/;

/** A sentence whose days stay on one line each: a browser breaks lines at their hyphens. */
export const WholeDays = ({ text }: { text: string }) =>
  text.split(DAY).map((part, at) =>
    at % 2 === 1 ? (
      // The parts of one text keep their order.
      <span key={`${part} ${at}`} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ) : (
      <Fragment key={`${part} ${at}`}>{part}</Fragment>
    ),
  );
