import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { formattedPolicy } from './policy.ts';
import { Scrolled } from '../parts/scrolled.tsx';
import classes from '../directory.module.css';

/** From so many lines on a policy is cut off until it is opened. */
const MANY_LINES = 24;
/** How long it is said that something was copied. */
const SAID_MS = 2000;

/** A policy as people read it, which can be wrapped, opened and copied. */
export function PolicyView({ label, text }: { label: string; text: string }) {
  const formatted = formattedPolicy(text);
  const lines = formatted.split('\n').length;
  const [open, setOpen] = useState(lines <= MANY_LINES);
  const [wraps, setWraps] = useState(true);
  return (
    <>
      <div className={classes.policyTools}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-pressed={wraps}
          onClick={() => setWraps(!wraps)}
        >
          {wraps ? 'Do not wrap lines' : 'Wrap lines'}
        </Button>
        <CopyButton text={formatted} />
      </div>
      <Scrolled label={`${label} as JSON`} className={classes.policyPlace}>
        <pre className={classes.policy} data-cut={!open || undefined} data-wraps={wraps || undefined}>
          <TokensOf text={formatted} />
        </pre>
      </Scrolled>
      {lines > MANY_LINES && (
        <Button size="compact-sm" variant="subtle" mt={6} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `Show all ${lines} lines`}
        </Button>
      )}
    </>
  );
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), SAID_MS);
    } catch {
      noticeFailure({
        title: 'It could not be copied.',
        reason: 'The browser does not let this page copy. Select the text and copy it yourself.',
      });
    }
  };
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      aria-live="polite"
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => void copy()}
    >
      {copied ? 'Copied' : 'Copy'}
    </Button>
  );
}

/** A text in quotes, and the colon after it where it is the name of a member. */
const QUOTED = /("(?:[^"\\]|\\.)*")(\s*:)?/g;

/** JSON whose names look different from its values. */
function TokensOf({ text }: { text: string }) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(QUOTED)) {
    const [whole, quoted, colon] = found;
    parts.push(text.slice(at, found.index));
    parts.push(
      <span key={found.index} className={colon ? classes.name : classes.text}>
        {quoted}
      </span>,
      colon,
    );
    at = found.index + whole.length;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
