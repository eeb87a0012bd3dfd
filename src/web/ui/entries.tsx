import { Badge, Pagination, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { grouped } from '#kernel/written.ts';
import { WholeDays } from './whole-days.tsx';
import classes from './entries.module.css';

interface EntryFiltersProps {
  label: string;
  /** What is set stands in chips beside them, on paper too. */
  hasChips?: boolean;
  children: ReactNode;
}

/** The filters above a list of entries. */
export function EntryFilters({ label, hasChips = false, children }: EntryFiltersProps) {
  return (
    <div
      className={classes.filters}
      role="search"
      aria-label={label}
      data-on-paper={hasChips ? undefined : true}
    >
      {children}
    </div>
  );
}

export interface PagesProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** The name of their content, where a screen has several lists: 'postings'. */
  what?: string;
}

/** The pages of a list, where it has more than one. */
export function Pages({ page, pages, onPage, what }: PagesProps) {
  if (pages <= 1) return null;
  const of = what ? ` of ${what}` : '';
  return (
    <Pagination
      mt="md"
      size={what ? 'sm' : undefined}
      total={pages}
      value={page}
      onChange={onPage}
      getControlProps={(control) => ({ 'aria-label': `${control} page${of}` })}
      getItemProps={(number) => ({ 'aria-label': `Page ${number}${of}` })}
    />
  );
}

interface EntriesProps extends PagesProps {
  label: string;
  children: ReactNode;
  /** How many more there are that no page has. */
  left?: number;
}

/** A list of things that happen, such as mails and jobs, with its pages: for what is read rather than compared. */
export function Entries({ label, children, left = 0, ...pages }: EntriesProps) {
  return (
    <>
      <ul className={classes.list} aria-label={label}>
        {children}
      </ul>
      {left > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          There are {grouped(left)} more. Search for those that you mean.
        </Text>
      )}
      <Pages {...pages} />
    </>
  );
}

interface EntryProps {
  title: string;
  /** Of its heading: 3 where the list is under a heading of its own. */
  level?: 2 | 3;
  /** Makes the title a button. */
  onOpen?: () => void;
  /** One or two short lines below the title. */
  details: readonly string[];
  /** The problem, and what happens next; `isFinal`: nothing by itself. */
  trouble?: { text: string; next: string | null; isFinal: boolean } | null;
  state: { word: string; color: string };
  /** Below the state. */
  action?: ReactNode;
  children?: ReactNode;
}

/** One of the entries: what it is, its state, and what went wrong with it. */
export function Entry({ title, level = 2, onOpen, details, trouble, state, action, children }: EntryProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <li className={classes.entry}>
      <div className={classes.main}>
        <Heading className={classes.title}>
          {onOpen ? (
            <button type="button" onClick={onOpen}>
              {title}
            </button>
          ) : (
            title
          )}
        </Heading>
        {details.map((detail) => (
          <p key={detail} className={classes.details}>
            <WholeDays text={detail} />
          </p>
        ))}
        {trouble && (
          <p className={classes.trouble} data-failed={trouble.isFinal || undefined}>
            {trouble.text}
          </p>
        )}
        {trouble?.next && <p className={classes.details}>{trouble.next}</p>}
        {children}
      </div>
      <div className={classes.side}>
        <StateBadge {...state} />
        {action}
      </div>
    </li>
  );
}

/** Pixels that a badge takes beside its word: the dot, the padding, and what the wider letters of a word need. */
export const BADGE = 32;

/** The state of something, in a word beside a dot. */
export function StateBadge({ word, color }: { word: string; color: string }) {
  return (
    <Badge variant="dot" color={color} tt="none" fw={500} miw="max-content">
      {word}
    </Badge>
  );
}
