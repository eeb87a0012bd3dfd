import { createElement, useMemo, type ReactNode } from 'react';
import { richTextAttributes, richTextTags } from '#kernel/fields/rich-text.ts';
import classes from './formatted-text.module.css';

/** The allowed targets of a link; the server keeps no others either. */
const LEADS = /^(?:https?:|mailto:)/i;

/**
 * Rich text with the formatting that the portal knows. Whatever the HTML says, it is read by a parser that runs nothing and
 * built anew of the known elements; nothing else of it ever reaches the page.
 */
export function FormattedText({ html }: { html: string }) {
  const shown = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return childrenOf(body);
  }, [html]);
  return <div className={classes.text}>{shown}</div>;
}

const childrenOf = (node: Node): ReactNode[] => [...node.childNodes].map(elementOf);

function elementOf(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  // The words of what is not known stay, but for what is no text.
  if (!richTextTags.includes(tag)) return tag === 'script' || tag === 'style' ? null : childrenOf(node);
  const children = childrenOf(node);
  return createElement(tag, { key, ...attributesOf(node) }, ...(children.length > 0 ? [children] : []));
}

function attributesOf(element: Element): Record<string, string> {
  const known = (richTextAttributes[element.localName] ?? []).flatMap((name): [string, string][] => {
    const value = element.getAttribute(name);
    return value === null || (name === 'href' && !LEADS.test(value)) ? [] : [[name, value]];
  });
  const leads = known.some(([name]) => name === 'href');
  return {
    ...Object.fromEntries(known),
    ...(leads ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {}),
  };
}
