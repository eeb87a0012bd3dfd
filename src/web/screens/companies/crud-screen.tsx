import type { CrudRules } from '#web/generic/crud/crud-rules.ts';
import { CrudView } from '#web/generic/crud/crud-screen.tsx';
import type { ScreenProps } from '#web/generic/screen.ts';
import { handFilled, impliedBy } from './gl-accounts.ts';

const rules: CrudRules = {
  implied: ({ code }) => impliedBy(code),
  keeps: handFilled,
};

/** The editable table of the companies: the code of a new or copied one brings its GL accounts. */
export default function CompaniesCrudScreen(props: ScreenProps) {
  return <CrudView {...props} rules={rules} />;
}
