import { expect, it } from 'vitest';
import { isCleanHtml } from './clean-html.ts';
import { cleanHtml } from './rich-text.ts';

/** Pieces of HTML of which texts are put together that people send, and that they had better not. */
const PIECES =
  `<b>|</b>|<p>|</p>|<P>|<br>|<br/>|</br>|<hr>|<a href="https://x/?a&b">|<a href=" /x">|<a href="//x">|<a href="a:b">|
<a href="java&#10;script:x">|<a href="javascript&colon;x">|<a href='"'>|<a href>|<a href="">|<a href="<!--x-->y">|</a>|<ol start="3">|<ol start='"<'>|
</ol>|<li>|</li>|<ul>|</ul>|<script>x</script>|<style>|</style>|<svg>|</svg>|<!-- x -->|<![CDATA[x]]>|<em>|</em>|<pre>|</pre>|<textarea>|
</textarea>|<a\thref="x" onclick="y">|<u/>|<b class="x">|&nbsp;|&lt;|&amp;lt;|&quot;|&#60;|&|<|>|"|text`
    .replaceAll('\n', '')
    .split('|');

/** The same numbers each time, from 0 to below 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

it('knows whatever was cleaned', () => {
  const next = numbers(7);
  for (let at = 0; at < 2_000; at += 1) {
    const length = 1 + Math.floor(next() * (at % 50 === 0 ? 200 : 12));
    const html = Array.from({ length }, () => PIECES[Math.floor(next() * PIECES.length)]).join('');
    expect(isCleanHtml(cleanHtml(html)), html).toBe(true);
  }
});

it.each([
  '<script>x</script>',
  '<b onclick="x">a</b>',
  '<a href="javascript:x">a</a>',
  '<a href="java\nscript:x">a</a>',
  '<a href="javascript&colon;x">a</a>',
  '<a href="//x.example">a</a>',
  '<a href="\\\\x.example">a</a>',
  '<b>a',
  'a</b>',
  '<b><i>a</b></i>',
  '<img src="x">',
  'a > b',
  '&nbsp;',
  '<b>'.repeat(51) + '</b>'.repeat(51),
])('does not take %s for clean', (html) => {
  expect(isCleanHtml(html)).toBe(false);
});
