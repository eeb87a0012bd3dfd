import sanitizeHtml from 'sanitize-html';
import { richTextAttributes, richTextTags } from '#kernel/fields/rich-text.ts';
import { DEEPEST, isCleanHtml, SCHEMES } from './clean-html.ts';

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richTextTags],
  allowedAttributes: Object.fromEntries(
    Object.entries(richTextAttributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedSchemes: [...SCHEMES],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Deeper elements lose their tags.
  nestingLimit: DEEPEST,
};

/** HTML with the formatting that rich text knows and nothing else: no script, style, frame, image or handler. */
export const cleanHtml = (html: string): string => (isCleanHtml(html) ? html : sanitizeHtml(html, options));

/** The words of rich text, for filters and the search; of the entities those that cleaned HTML has. */
export const plainTextSql = (column: string): string =>
  [
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&amp;', '&'],
  ].reduce(
    (text, [entity, character]) => `replace(${text}, '${entity}', '${character}')`,
    // As a person reads it: text in two tags is found as two words.
    `btrim(regexp_replace(regexp_replace(${column}, '<[^>]*>', ' ', 'g'), '[[:space:]]+', ' ', 'g'))`,
  );
