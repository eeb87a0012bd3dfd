import { expect, it } from 'vitest';
import { headingOf } from './headings.ts';

it.each([
  ['company_code', 'Company Code'],
  ['gl_account', 'GL Account'],
  ['wbs_element', 'WBS Element'],
  ['lacks_project_name', 'Lacks Project Name'],
  ['text', 'Text'],
])('%s is headed %s', (name, heading) => {
  expect(headingOf(name)).toBe(heading);
});
