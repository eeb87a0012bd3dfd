import { parse } from 'bowser';

const SHORT: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
};

/** The name of a browser, in words: 'Chrome on Windows', 'Safari on an iPhone'. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return 'An unknown browser';
  const { browser, os, platform } = parse(userAgent);
  const name = browser.name && (SHORT[browser.name] ?? browser.name);
  const model = platform.model === 'iPhone' || platform.model === 'iPad' ? `an ${platform.model}` : null;
  const place = model ?? os.name;
  if (name && place) return `${name} on ${place}`;
  return name || (place && `A browser on ${place}`) || 'An unknown browser';
}
