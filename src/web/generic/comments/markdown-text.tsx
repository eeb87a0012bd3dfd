import { createElement, useMemo, type ReactNode } from 'react';
import type { Inline } from '#kernel/comments/inlines.ts';
import { readMarkdown, type Block } from '#kernel/comments/markdown.ts';
import type { Author } from '#kernel/history.ts';
import formatted from '../kinds/formatted-text.module.css';
import classes from './comments.module.css';

interface MarkdownTextProps {
  text: string;
  /** The members whom it mentions. */
  mentions: readonly Author[];
}

/** A text in Markdown, made of elements: no HTML of it ever reaches the page. */
export function MarkdownText({ text, mentions }: MarkdownTextProps) {
  const blocks = useMemo(() => readMarkdown(text), [text]);
  const names = new Map(mentions.map(({ email, name }) => [email, name]));
  return <div className={formatted.text}>{blocks.map((block, at) => blockOf(block, at, names))}</div>;
}

type Names = ReadonlyMap<string, string | null>;
type ListBlock = Extract<Block, { is: 'list' }>;

function blockOf(block: Block, key: number, names: Names): ReactNode {
  if (block.is === 'paragraph') return <p key={key}>{inlinesOf(block.of, names)}</p>;
  // Headings of a comment are no headings of the page.
  if (block.is === 'heading')
    return (
      <p key={key}>
        <strong>{inlinesOf(block.of, names)}</strong>
      </p>
    );
  if (block.is === 'code')
    return (
      <pre key={key} className={classes.code}>
        <code>{block.text}</code>
      </pre>
    );
  if (block.is === 'quote')
    return <blockquote key={key}>{block.of.map((inside, at) => blockOf(inside, at, names))}</blockquote>;
  return listOf(block, key, names);
}

function listOf({ ordered, start, items }: ListBlock, key: number, names: Names): ReactNode {
  const shown = items.map((item, at) => <li key={at}>{inlinesOf(item, names)}</li>);
  return ordered ? (
    <ol key={key} start={start}>
      {shown}
    </ol>
  ) : (
    <ul key={key}>{shown}</ul>
  );
}

const inlinesOf = (inlines: readonly Inline[], names: Names): ReactNode[] =>
  inlines.map((inline, at) => inlineOf(inline, at, names));

function inlineOf(inline: Inline, key: number, names: Names): ReactNode {
  if (inline.is === 'text') return inline.text;
  if (inline.is === 'break') return <br key={key} />;
  if (inline.is === 'code') return <code key={key}>{inline.text}</code>;
  if (inline.is === 'mention') return mentionOf(inline.email, key, names);
  const inside = inlinesOf(inline.of, names);
  if (inline.is !== 'link') return createElement(inline.is, { key }, ...inside);
  return (
    <a key={key} href={inline.href} target="_blank" rel="noopener noreferrer nofollow">
      {inside}
    </a>
  );
}

/** The name of a member; an address that is nobody's stays what it is. */
function mentionOf(email: string, key: number, names: Names): ReactNode {
  const known = email.toLowerCase();
  if (!names.has(known)) return `@${email}`;
  return (
    <span key={key} className={classes.mention} title={known}>
      @{names.get(known) ?? known}
    </span>
  );
}
