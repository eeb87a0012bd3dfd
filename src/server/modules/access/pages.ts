import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { SESSION_KEY } from '#kernel/session-key.ts';

/** A page of the sign-in that the server writes itself, for browsers that are not in the portal yet. */
export interface Page {
  status: number;
  title: string;
  /** Plain text, one paragraph each. */
  paragraphs: string[];
  link: { href: string; label: string };
  /** Leads a person on who seems to be signed in, for whom the page is not true. */
  unlessSignedIn?: boolean;
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--ink:#1b1f24;--ground:#f6f8fa;--card:#fff;--edge:#d0d7de;--go:#0b5cad;--on-go:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--ground:#0d1117;--card:#161b22;--edge:#30363d;--go:#79b8ff;--on-go:#0d1117}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--ink)}
main{box-sizing:border-box;width:min(34rem,calc(100vw - 2rem));margin:1rem;padding:2rem;background:var(--card);border:1px solid var(--edge);border-radius:8px;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25}
a{display:inline-block;margin-top:.5rem;padding:.6rem 1.1rem;border-radius:4px;background:var(--go);color:var(--on-go);text-decoration:none}
a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}`;

/** Only the browser knows whether it keeps a session, and only the web can find out whether that is alive. */
const leadOn = `if(localStorage.getItem(${JSON.stringify(SESSION_KEY)}))location.replace("/unauth/login?again")`;

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(leadOn)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Sends a page: no script but ours, nothing from elsewhere, not kept by any cache. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .status(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(render(page));
}

/** One text for every answer that is not accepted: a forger learns nothing from it. */
export function refusedPage(contact: string, requestId: string, status = 403): Page {
  return {
    status,
    title: 'The sign-in did not work',
    paragraphs: [
      'You are not signed in, and nothing was changed. Please sign in again.',
      `If it happens again, write to the CCoE team at ${contact} and mention ${requestId}.`,
    ],
    link: { href: '/unauth/home', label: 'Back to the start' },
  };
}

/**
 * For an answer that nobody waits for. Going Back after a sign-in sends it once more, so it is nothing to worry
 * those whose session goes on.
 */
export function notAwaitedPage(contact: string, requestId: string): Page {
  return { ...refusedPage(contact, requestId), unlessSignedIn: true };
}

/**
 * For somebody who is who they say, and is not among the people of the portal.
 * @param groupsMissing whether their groups are not known, since the provider does not send so many
 */
export function notAdmittedPage(contact: string, requestId: string, groupsMissing = false): Page {
  return {
    status: 403,
    title: 'You may not use this portal yet',
    paragraphs: [
      groupsMissing
        ? 'Your organisation confirmed who you are, but did not send your groups along, since you are in too many of them. The portal could not look them up either, so it does not know what you may do.'
        : 'Your organisation confirmed who you are, but you are not among the people who may sign in here, or your mail address was not sent along.',
      `Please ask the CCoE team at ${contact} for access and mention ${requestId}.`,
    ],
    link: { href: '/unauth/home', label: 'Back to the start' },
  };
}

/** For a sign-in while the identity provider cannot be used; its link tries again. */
export function unavailablePage(contact: string, requestId: string): Page {
  return {
    status: 503,
    title: 'Sign-in is unavailable',
    paragraphs: [
      'The service that signs people in cannot be used at the moment. Whoever is signed in can go on working.',
      `Please try again in a few minutes. If it lasts, write to the CCoE team at ${contact} and mention ${requestId}.`,
    ],
    link: { href: '/api/auth/saml', label: 'Try again' },
  };
}

/** For more sign-ins from one address than people make. */
export function tooManyPage(contact: string): Page {
  return {
    status: 429,
    title: 'Too many sign-ins at once',
    paragraphs: [
      'There were more sign-ins from your address than people can make. Please wait a minute and sign in again.',
      `If it happens again, write to the CCoE team at ${contact}.`,
    ],
    link: { href: '/unauth/home', label: 'Back to the start' },
  };
}

function render({ title, paragraphs, link, unlessSignedIn }: Page): string {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} - Skyledger</title>${unlessSignedIn ? `<script>${leadOn}</script>` : ''}
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${text}
<a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
