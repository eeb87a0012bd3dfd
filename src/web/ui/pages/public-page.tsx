import { useEffect, type ReactNode } from 'react';
import { Logo } from './logo.tsx';
import classes from './public-page.module.css';

interface PublicPageProps {
  /** Names the document. */
  title: string;
  /** The content at the right of the header. */
  action?: ReactNode;
  /** Centred text on an empty page; otherwise the page arranges itself. */
  centred?: boolean;
  children: ReactNode;
}

/**
 * The frame of every page that needs no sign-in. It does without the component library, so that the first
 * page a person sees is small.
 */
export function PublicPage({ title, action, centred = false, children }: PublicPageProps) {
  useEffect(() => {
    document.title = title === 'Skyledger' ? title : `${title} · Skyledger`;
  }, [title]);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Logo intro />
        {action}
      </header>
      <main className={centred ? classes.centred : classes.main}>{children}</main>
    </div>
  );
}

/** The classes of a public page's buttons, for links and buttons alike. */
export const publicButton = { primary: classes.primary, quiet: classes.quiet };
