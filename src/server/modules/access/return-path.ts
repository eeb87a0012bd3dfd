export const defaultReturnPath = '/auth/home';

const longestReturnPath = 2000;

/**
 * Where a person goes after signing in: a path of this portal below /auth, or its home page. Whatever
 * names another site, or would after normalising (`/auth/..//other.example`), becomes the home page.
 */
export function safeReturnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > longestReturnPath) return defaultReturnPath;
  if (!wanted.startsWith('/auth/') || /[\\\u0000-\u0020\u007f]/.test(wanted)) return defaultReturnPath;
  const base = 'http://portal.invalid';
  if (!URL.canParse(wanted, base)) return defaultReturnPath;
  const url = new URL(wanted, base);
  if (url.origin !== base || !url.pathname.startsWith('/auth/')) return defaultReturnPath;
  return url.pathname + url.search + url.hash;
}
