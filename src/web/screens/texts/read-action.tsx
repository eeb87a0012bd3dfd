import { IconBook2 } from '@tabler/icons-react';
import type { Action, ToolbarAbout } from '#web/generic/additions/additions.ts';

/** Leads to the page where FAQs and glossary are read. */
export const readAction: Action<ToolbarAbout> = {
  label: 'Read',
  icon: <IconBook2 size={16} aria-hidden />,
  right: null,
  to: () => ({ to: '/auth/faqs-and-glossary' }),
};
