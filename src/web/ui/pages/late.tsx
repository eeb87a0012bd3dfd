import { Button } from '@mantine/core';
import { Component, createElement, lazy, useState, type ComponentType, type ReactNode } from 'react';
import { MissingDialog } from '../dialogs/missing-dialog.tsx';
import { ErrorState } from './states.tsx';
import { whenIdle } from '../when-idle.ts';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** A component whose code comes when it is shown first, or earlier by `fetch`, which rejects where it does not come. */
export type Late<P> = ComponentType<P> & { fetch: () => Promise<void> };

let isQuiet = false;
let waiting: (() => Promise<unknown>)[] = [];

/**
 * Fetches code that is not on the screen, but will be needed by the next gesture, once the page is quiet; before that
 * it is fetched when it is needed. A failure is shown in its place.
 */
export function fetchWhenQuiet(fetch: () => Promise<unknown>): void {
  if (isQuiet) whenIdle(() => void fetch().catch(() => undefined));
  else waiting.push(fetch);
}

/** The page is quiet: what waited for that is fetched. */
export function beQuiet(): void {
  isQuiet = true;
  for (const fetch of waiting) fetchWhenQuiet(fetch);
  waiting = [];
}

/** The code of a part that did not come, or could not be shown. */
interface Failure {
  again: () => void;
}

const MESSAGE =
  'The connection may have broken, or a newer version of the portal may be there. What you typed is kept.';

/** Catches what fails below it; the rest of the screen stays. */
class Boundary extends Component<{ failed: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.failed : this.props.children;
  }
}

/**
 * A component whose code comes when it is shown first. Where it does not come, as after an update that took it away,
 * `failed` is rendered in its place and nothing else of the screen goes.
 */
export function lateBy<P extends object>(
  load: Load<P>,
  failed: (props: P, failure: Failure) => ReactNode,
): Late<P> {
  let current: ComponentType<P> = lazy(load);
  const shownFirst = () => current;
  const renewed = () => (current = lazy(load));
  function Late(props: P) {
    const [shown, setShown] = useState(() => ({ component: shownFirst(), attempt: 0 }));
    const again = () => {
      // A lazy component that failed once is never requested again by React.
      const component = renewed();
      setShown(({ attempt }) => ({ component, attempt: attempt + 1 }));
    };
    return (
      <Boundary key={shown.attempt} failed={failed(props, { again })}>
        {createElement(shown.component, props)}
      </Boundary>
    );
  }
  const fetch = async () => {
    // Loaded code is shown as it is: even a moment of waiting has React hold it back for 300 ms.
    current = (await load()).default;
  };
  return Object.assign(Late, { fetch });
}

/** A part of a screen, or a screen, whose code comes when it is shown first. */
export function late<P extends object>(load: Load<P>): Late<P> {
  return lateBy(load, (_props, { again }) => (
    <ErrorState error={{ message: MESSAGE }} title="This part could not be loaded" onRetry={again}>
      <ReloadButton size="xs" />
    </ErrorState>
  ));
}

/**
 * A dialog or a menu whose code comes when it is first opened.
 * @param close closes it by its properties
 * @param isOpen whether it is open; true by default, for one that is mounted only then
 */
export function lateDialog<P extends object>(
  load: Load<P>,
  close: (props: P) => void,
  isOpen: (props: P) => boolean = () => true,
): Late<P> {
  return lateBy(load, (props, { again }) => {
    const leave = () => {
      close(props);
      again();
    };
    return isOpen(props) ? <MissingDialog message={MESSAGE} onAgain={again} onClose={leave} /> : null;
  });
}

function ReloadButton({ size }: { size?: 'xs' }) {
  return (
    <Button variant="default" size={size} onClick={() => window.location.reload()}>
      Load the page again
    </Button>
  );
}
