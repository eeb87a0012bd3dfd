import type { Page } from '@playwright/test';
import type { Database } from '#server/platform/database/database.ts';
import { expect, test, untilLoaded } from '#tests/support/journey.ts';
import { databaseAt } from '#tests/support/portal-database.ts';
import { ALARM, watchScripts, type ScriptWatch } from '#tests/support/script-watch.ts';
import { visit } from '#tests/support/visit.ts';

/** What the server would never keep of formatted text; each begins to run where HTML is put into a page as it is. */
const HOSTILE = [
  `<p onclick="${ALARM}()" style="background:url(http://hostile.invalid/)">The words stay</p>`,
  `<script>${ALARM}()</script>`,
  `<img src=x onerror="${ALARM}()">`,
  `<svg onload="${ALARM}()"><script>${ALARM}()</script></svg>`,
  `<a href="javascript:${ALARM}()">plain link</a> <a href=" jAvA&#10;script:${ALARM}()">broken link</a>`,
  `<noscript><p title="</noscript><img src=x onerror=${ALARM}()>"></noscript>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${ALARM}()&gt;">`,
  `</style></mglyph></table></mtext></math>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${ALARM}()></style></form>`,
  `<iframe srcdoc="<script>parent.${ALARM}()</script>"></iframe><object data="javascript:${ALARM}()"></object>`,
  `<template><img src=x onerror=${ALARM}()></template><details open ontoggle=${ALARM}()>opened</details>`,
].join('\n');

/**
 * A formatted text: the model that has it, the field that its rows are found by, and its own field. The row is written
 * past the server, which would have cleaned it: as a hand on the database, or an older version, has left it.
 */
const text = (model: string, known: string, name: string, more = '') => ({
  model,
  list: `by_${known}=Smuggled`,
  name,
  field: name === 'answer' ? 'Answer' : 'Description',
  insert: `INSERT INTO ${model} (${known}, ${more && 'identifier, '}${name})
    VALUES ('Smuggled ${more ? 'product' : known}', ${more && `'${more}', `}$1) RETURNING id`,
});
type Text = ReturnType<typeof text>;
const faqs = text('faqs', 'question', 'answer');
const glossaries = text('glossaries', 'term', 'description');
const products = text('service_catalog_products', 'name', 'description', 'prod-smuggled');
const texts = [faqs, glossaries, products];

let watch: ScriptWatch;
test.beforeEach(async ({ page }) => {
  watch = await watchScripts(page);
});

/** The row is there while `look` looks at it, and gone afterwards. */
async function withRow(
  db: Database,
  { model, insert }: Text,
  look: (id: number) => Promise<void>,
): Promise<void> {
  const { rows } = await db.query<{ id: number }>(insert, [HOSTILE]);
  const id = rows[0]?.id ?? 0;
  try {
    await look(id);
  } finally {
    await db.query(`DELETE FROM ${model} WHERE id = $1`, [id]);
  }
}

/** Puts into the answers what lies in the database, since the server cleans it once more on its way out. */
async function answerUncleaned(page: Page, { model, name }: Text): Promise<void> {
  // The parser of a document that runs nothing tells of each handler all the same that the policy forbids it. What stands
  // in the page itself is found as an element.
  const whole = watch;
  watch = {
    findings: async () =>
      (await whole.findings()).filter(
        (finding) => !/^policy: script-src-attr inline|^Executing inline event handler/.test(finding),
      ),
  };
  const isAbout = ({ pathname }: URL) =>
    pathname === `/api/${model}` || pathname.startsWith(`/api/${model}/`);
  await page.route(isAbout, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: Record<string, unknown> | Record<string, unknown>[] };
    for (const row of [body.data].flat()) if (typeof row[name] === 'string') row[name] = HOSTILE;
    await route.fulfill({ response, json: body });
  });
}

/** The words have come, and nothing but words. */
async function expectOnlyWords(page: Page): Promise<void> {
  await untilLoaded(page);
  await expect(page.getByText('The words stay').first()).toBeVisible();
  expect(await watch.findings()).toEqual([]);
}

for (const [where, past] of [
  ['in the database', async () => {}],
  ['in the database and in the answers', answerUncleaned],
] as const) {
  for (const text of texts)
    test(`HTML uncleaned ${where} runs nowhere of ${text.model}: list, record, form and its editor`, async ({
      page,
      portal,
    }) => {
      await past(page, text);
      const db = databaseAt(portal.dataDir);
      try {
        await withRow(db, text, async (id) => {
          await page.goto(`/auth/view/${text.model}?${text.list}`);
          await expectOnlyWords(page);
          await visit(page, `/auth/view/${text.model}/${id}`);
          await expectOnlyWords(page);
          await visit(page, `/auth/edit/${text.model}/${id}`);
          const editor = page.getByRole('textbox', { name: text.field });
          await expect(editor).toContainText('The words stay');
          await expectOnlyWords(page);
          await editor.press('Control+End');
          await editor.pressSequentially(' typed');
          await expect(editor).toContainText('typed');
          await expectOnlyWords(page);
        });
      } finally {
        await db.close();
      }
    });

  test(
    `HTML uncleaned ${where} runs neither where FAQs and glossary are read nor on cards and in their dialog`,
    { tag: past === answerUncleaned ? '@core' : [] },
    async ({ page, portal }) => {
      for (const text of texts) await past(page, text);
      const db = databaseAt(portal.dataDir);
      try {
        await withRow(db, faqs, () =>
          withRow(db, glossaries, async () => {
            await page.goto('/auth/faqs-and-glossary?q=Smuggled');
            for (const name of ['FAQs', 'Glossary'])
              await expect(
                page.getByRole('region', { name, exact: true }).getByText('The words stay'),
              ).toBeVisible();
            await expectOnlyWords(page);
          }),
        );
        await withRow(db, products, async () => {
          await visit(page, '/auth/view/service_catalog_products?by_name=Smuggled');
          const card = page.getByRole('listitem').filter({ hasText: 'prod-smuggled' });
          await expect(card).toContainText('The words stay');
          await expectOnlyWords(page);
          await card.getByRole('button', { name: 'Update Smuggled product' }).click();
          const dialog = page.getByRole('dialog', { name: 'Update Service Catalog Product' });
          await expect(dialog.getByRole('textbox', { name: 'Description' })).toContainText('The words stay');
          await expectOnlyWords(page);
        });
      } finally {
        await db.close();
      }
    },
  );
}
