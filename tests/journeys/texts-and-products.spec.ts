import { faqs } from '#resources/faqs.ts';
import { glossaries } from '#resources/glossaries.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import { expect, expectUsableByEverybody, narrow, test, untilLoaded, wide } from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

test('an FAQ is added with its category, edited by its link, and Go Back leads to the list', async ({
  page,
  factory,
}) => {
  await factory.create(faqs, { question: 'Which category is there?', category: 'Known category' });
  await page.goto('/auth/view/faqs?by_question=How');
  await page.getByRole('link', { name: 'Add New FAQ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add New FAQ' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Add New FAQ' });
  await form.getByRole('textbox', { name: 'Question' }).fill('How is an account ordered?');
  const answer = form.getByRole('textbox', { name: 'Answer' });
  expect((await answer.boundingBox())?.height).toBeGreaterThanOrEqual(500);
  await answer.click();
  await page.keyboard.type('With a request.');
  await form.getByRole('combobox', { name: 'Category' }).fill('Known');
  await page.getByRole('option', { name: 'Known category' }).click();
  await expectUsableByEverybody(page);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your new FAQ has been added!')).toBeVisible();

  await visit(page, '/auth/view/faqs?by_question=How+is+an+account');
  await page.getByRole('link', { name: 'Edit How is an account ordered?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit FAQ' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Answer' })).toHaveText('With a request.');
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Known category');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/faqs\?by_question=How/);
  await expect(page.getByRole('link', { name: 'How is an account ordered?', exact: true })).toBeVisible();
});

test('a glossary term is added with its form', async ({ page }) => {
  await page.goto('/auth/view/glossaries');
  await page.getByRole('link', { name: 'Add New Glossary Term' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Glossary Term' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Term' }).fill('Blast radius');
  const description = page.getByRole('textbox', { name: 'Description' });
  expect((await description.boundingBox())?.height).toBeGreaterThanOrEqual(500);
  await description.click();
  await page.keyboard.type('What one mistake reaches.');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your new glossary term has been added!')).toBeVisible();
});

test('FAQs and glossary are read on a page, which a search narrows', async ({ page, factory }) => {
  await factory.create(faqs, {
    question: 'Who feeds the xylophone?',
    answer: '<p>The <strong>musician</strong> does.</p>',
    category: 'Instruments',
  });
  await factory.create(faqs, {
    question: 'What is a drum?',
    answer: '<p>Round.</p>',
    category: 'Instruments',
  });
  await factory.create(glossaries, { term: 'Xylophone', description: '<p>Sounding wood.</p>' });
  await page.goto('/auth/view/faqs');
  await page.getByRole('button', { name: 'Read' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'FAQs and Glossary' })).toBeVisible();
  const questions = page.getByRole('region', { name: 'FAQs', exact: true });
  const instruments = questions.getByRole('region', { name: 'Instruments' });
  await expect(instruments.getByText('The musician does.')).toBeHidden();
  await instruments.getByText('Who feeds the xylophone?').click();
  await expect(instruments.getByText('The musician does.')).toBeVisible();
  await expectUsableByEverybody(page);

  await page.getByRole('searchbox', { name: 'Search' }).fill('musician');
  await expect(instruments.getByText('What is a drum?')).toHaveCount(0);
  await expect(instruments.getByText('The musician does.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Glossary' })).toContainText(
    "Nothing here has 'musician' in it.",
  );
  await page.getByRole('searchbox', { name: 'Search' }).fill('xylophone');
  await expect(page.getByRole('region', { name: 'Glossary' })).toContainText('Sounding wood.');
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('xylophone');
  await expect(page.getByRole('region', { name: 'Glossary' })).toContainText('Sounding wood.');
});

test('a product is a card, whose text is updated everywhere after a notice', async ({
  page,
  factory,
  api,
}) => {
  const { id } = await factory.create(serviceCatalogProducts, {
    name: 'Carded Vault',
    identifier: 'prod-carded',
    description: '<p>Keeps <strong>secrets</strong></p>',
  });
  await page.goto('/auth/view/service_catalog_products?by_name=Carded');
  const card = page.getByRole('listitem').filter({ hasText: 'Carded Vault' });
  await expect(card).toContainText('prod-carded');
  await expect(card.locator('strong')).toHaveText('secrets');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  // Beside a long heading on a telephone the mark of the simulator is no cut word.
  await page.setViewportSize(narrow);
  const word = page.getByRole('button', { name: 'Simulator' }).getByText('Simulator');
  await expect.poll(() => word.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false);
  await page.setViewportSize(wide);

  await card.getByRole('button', { name: 'Update Carded Vault' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Service Catalog Product' });
  await expect(dialog).toContainText(
    /updating a service catalog product text updates all versions to the latest in every account where it is deployed/i,
  );
  const description = dialog.getByRole('textbox', { name: 'Description' });
  expect((await description.boundingBox())?.height).toBeGreaterThanOrEqual(300);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);

  await card.getByRole('button', { name: 'Update Carded Vault' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Carded Vault Two');
  const sent = page.waitForRequest(/update-product/);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  expect((await sent).url()).toMatch(new RegExp(`/service_catalog_products/update-product/${id}$`));
  expect((await sent).postDataJSON()).toMatchObject({
    identifier: 'prod-carded',
    name: 'Carded Vault Two',
    description: expect.stringContaining('secrets'),
  });
  await expect(page.getByText('Your request has been submitted!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Carded Vault Two' })).toBeVisible();
  expect((await api.get(`/service_catalog_products/${id}`)).body.data).toMatchObject({
    name: 'Carded Vault Two',
  });
  await expect(page.getByText('Update Carded Vault Two wherever it is deployed')).toBeVisible();
});

test('a new product may be one of ten, or any other', async ({ page }) => {
  await page.goto('/auth/create/service_catalog_products');
  const name = page.getByRole('combobox', { name: /^Name/ });
  await name.click();
  const offered = page.getByRole('option');
  await expect(offered).toHaveText(Array.from({ length: 10 }, (_, at) => `Product ${at + 1}`));
  await page.getByRole('option', { name: 'Product 10' }).click();
  await expect(name).toHaveValue('Product 10');
  await name.fill('Chosen Product');
  await page.getByRole('textbox', { name: /^Product Id/ }).fill('prod-chosen');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your new service catalog product has been added!')).toBeVisible();
});
