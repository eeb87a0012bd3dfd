import { Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import classes from './outcome.module.css';

/** A way to what a sentence is about. */
export interface OutcomeLink {
  label: string;
  /** An address of this portal. */
  to: string;
  search?: Record<string, string>;
}

/** The outcome of something: the sentence, then why, then what can be done about it. */
export interface Outcome {
  /** The sentence itself, such as the specified one of a failure. */
  title: string;
  reason?: string;
  /** The next step for the person. */
  next?: string;
  link?: OutcomeLink;
  /** Finds the request in the log. */
  requestId?: string | null;
}

interface OutcomeDetailsProps {
  outcome: Outcome;
  /** The person follows the link. */
  onFollow?: () => void;
}

/** The part after the sentence; nothing where nothing is known. */
export function OutcomeDetails({ outcome, onFollow }: OutcomeDetailsProps) {
  const { title, next, requestId } = outcome;
  const here = useLocation({ select: (location) => location.pathname });
  // Whoever was led there already needs no way to where they are.
  const link = outcome.link?.to === here && outcome.link.search === undefined ? undefined : outcome.link;
  const reason = outcome.reason === title ? undefined : outcome.reason;
  if (!reason && !next && !link && !requestId) return null;
  return (
    <span className={classes.details}>
      {reason && <span>{reason}</span>}
      {next && <span>{next}</span>}
      {link && (
        <Link to={link.to} search={link.search} className={classes.link} onClick={onFollow}>
          {link.label}
        </Link>
      )}
      {requestId && (
        <Text span size="xs" c="dimmed">
          Request {requestId}
        </Text>
      )}
    </span>
  );
}
