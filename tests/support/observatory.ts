type Headers = NodeJS.Dict<string | string[]>;

export interface ObservatoryScore {
  score: number;
  /** What each rule gave or took. */
  findings: Record<string, number>;
}

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'https://*'];
const UNSAFE_INLINE = ["'unsafe-inline'", 'data:'];
const HALF_A_YEAR = 15_768_000;
const EXTRA_FROM = 90;

/**
 * What Mozilla's HTTP Observatory would give for one answer of a site with TLS: 100 points, less what is missing, and
 * the extra ones where at least 90 are left. Counted as its published scoring does; redirects and the certificate
 * belong to the proxy and count nothing here.
 */
export function observatoryScore(headers: Headers, html: string): ObservatoryScore {
  const header = (name: string) => String(headers[name] ?? '').toLowerCase();
  const policy = directives(header('content-security-policy'));
  const findings: Record<string, number> = {
    'content security policy': policyScore(policy),
    cookies: cookieScore([headers['set-cookie'] ?? []].flat()),
    'resource sharing': header('access-control-allow-origin') === '' ? 0 : -50,
    'resource policy': ['same-origin', 'same-site'].includes(header('cross-origin-resource-policy')) ? 10 : 0,
    'referrer policy': referrerScore(header('referrer-policy')),
    'strict transport security': hstsScore(header('strict-transport-security')),
    'subresource integrity': foreignScripts(html) ? -50 : 0,
    'content type options': header('x-content-type-options') === 'nosniff' ? 0 : -5,
    framing: framingScore(policy, header('x-frame-options')),
  };
  const marks = Object.values(findings);
  const base = 100 + sum(marks.filter((mark) => mark < 0));
  const extra = base >= EXTRA_FROM ? sum(marks.filter((mark) => mark > 0)) : 0;
  return { score: Math.max(0, base + extra), findings };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

function directives(text: string): Map<string, string[]> {
  const parts = text.split(';').map((part) => part.trim().split(/\s+/));
  return new Map(parts.flatMap(([name, ...sources]) => (name ? [[name, sources] as const] : [])));
}

function policyScore(policy: Map<string, string[]>): number {
  if (policy.size === 0) return -25;
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const has = (name: string, ...bad: string[]) => sources(name).some((source) => bad.includes(source));
  if (has('script-src', ...BROAD, ...UNSAFE_INLINE) || has('object-src', ...BROAD)) return -20;
  const all = [...policy.values()].flat();
  if (all.some((source) => source.startsWith('http:') || source.startsWith('ftp:'))) return -20;
  if (has('script-src', "'unsafe-eval'") || has('style-src', "'unsafe-eval'")) return -10;
  if (has('style-src', ...BROAD, ...UNSAFE_INLINE)) return 0;
  return String(policy.get('default-src')) === "'none'" ? 10 : 5;
}

/** Every one of the portal's cookies belongs to a sign-in. */
function cookieScore(cookies: string[]): number {
  if (cookies.length === 0) return 0;
  if (!cookies.every((cookie) => /;\s*secure/i.test(cookie))) return -40;
  if (!cookies.every((cookie) => /;\s*httponly/i.test(cookie))) return -30;
  return cookies.every((cookie) => /;\s*samesite=(?:lax|strict)/i.test(cookie)) ? 5 : -20;
}

function referrerScore(policy: string): number {
  if (policy === '') return 0;
  const good = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
  return good.includes(policy) ? 5 : -5;
}

function hstsScore(header: string): number {
  const age = /max-age=(\d+)/.exec(header)?.[1];
  if (age === undefined) return -20;
  return Number(age) >= HALF_A_YEAR ? 0 : -10;
}

function framingScore(policy: Map<string, string[]>, header: string): number {
  const ancestors = policy.get('frame-ancestors');
  if (ancestors && !ancestors.some((source) => BROAD.includes(source))) return 5;
  return ['deny', 'sameorigin'].includes(header) ? 0 : -20;
}

/** Scripts from elsewhere; the portal's own need no checksum. */
function foreignScripts(html: string): boolean {
  return [...html.matchAll(/<script[^>]*\ssrc="([^"]*)"/gi)].some(([, source = '']) =>
    /^(?:\w+:)?\/\//.test(source),
  );
}
