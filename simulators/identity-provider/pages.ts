import { createHash } from 'node:crypto';
import { escapeText as text } from './escape.ts';
import { groups, type Person } from './people.ts';

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--ink:#1b1f24;--soft:#57606a;--ground:#f6f8fa;--card:#fff;--edge:#8c959f;--go:#0b5cad;--on-go:#fff;--hover:#eef4fb}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9ea7b3;--ground:#0d1117;--card:#161b22;--edge:#6e7681;--go:#79b8ff;--on-go:#0d1117;--hover:#1f2732}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink)}
main{width:min(36rem,100%);margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25;margin:1rem 0 .5rem}
h2{font-size:1.1rem;margin:2rem 0 .75rem}
p{margin:.5rem 0}
.soft{color:var(--soft)}
ul{list-style:none;margin:1rem 0;padding:0;display:grid;gap:.6rem}
button{font:inherit;cursor:pointer;border-radius:6px}
.person{display:block;width:100%;padding:.8rem 1rem;text-align:left;background:var(--card);color:var(--ink);border:1px solid var(--edge)}
.person:hover{background:var(--hover)}
.person strong,.person span{display:block}
.go{padding:.6rem 1.2rem;background:var(--go);color:var(--on-go);border:1px solid var(--go)}
label{display:block;margin:.75rem 0 .25rem;font-weight:600}
input,select{width:100%;padding:.55rem .7rem;font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--edge);border-radius:6px}
form .go{margin-top:1rem}
:focus-visible{outline:3px solid var(--go);outline-offset:2px}`;

const submitScript = 'document.forms[0].submit()';

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** The policy of every page here; `formTarget` is the one origin that its forms may post to. */
export function contentPolicy(formTarget: string): string {
  return [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(submitScript)}`,
    `form-action ${formTarget}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A request of the portal that waits for the choice of a person. */
export interface Pending {
  samlRequest: string;
  relayState: string;
}

/** A person of the list. `outlook` says what they could do in the portal, where that is known. */
export type Choice = Person & { outlook: string | null };

/** "Choose whom to be": the known people, and a form for anybody else. `problem` is shown when given. */
export function choosePage(action: string, known: Choice[], pending: Pending, problem?: string): string {
  const hidden =
    `<input type="hidden" name="SAMLRequest" value="${text(pending.samlRequest)}">` +
    `<input type="hidden" name="RelayState" value="${text(pending.relayState)}">`;
  const choices = known.map(
    ({
      id,
      name,
      email,
      job,
      groups: own,
      outlook,
    }) => `<li><button class="person" name="person" value="${text(id)}">
<strong>${text(name)}</strong><span>${text(job)}</span>
<span class="soft">${text(email)}${own.length ? ` · ${text(own.join(', '))}` : ''}</span>
${outlook ? `<span>${text(outlook)}</span>` : ''}</button></li>`,
  );
  const options = groups.map((group) => `<option value="${group}">${group}</option>`);
  return layout(
    'Choose whom to be',
    `<p>This is the sign-in of a portal on your own machine. It asks for no password: choose a person, and the portal gets a signed answer as from a real identity provider.</p>
<form method="post" action="${text(action)}">${hidden}<ul>${choices.join('\n')}</ul></form>
<h2>Somebody else</h2>
${problem ? `<p role="alert"><strong>${text(problem)}</strong></p>` : ''}
<form method="post" action="${text(action)}">${hidden}
<label for="email">Mail address</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="off">
<label for="group">Group</label>
<select id="group" name="group"><option value="">in no group</option>${options.join('')}</select>
<button class="go">Sign in</button></form>`,
  );
}

/** Posts the response on by itself; the button is for browsers without script. */
export function postPage(acsUrl: string, samlResponse: string, relayState: string): string {
  return layout(
    'Signing you in',
    `<p>You are being taken back to the portal.</p>
<form method="post" action="${text(acsUrl)}">
<input type="hidden" name="SAMLResponse" value="${text(samlResponse)}">
<input type="hidden" name="RelayState" value="${text(relayState)}">
<button class="go">Continue</button></form>
<script>${submitScript}</script>`,
  );
}

/** Says that the request cannot be answered. */
export function problemPage(reason: string): string {
  return layout(
    'This sign-in cannot go on',
    `<p>The request of the portal was not accepted. ${text(reason)}</p><p><a href="/unauth/home">Back to the portal</a></p>`,
  );
}

function layout(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${text(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
