import type { ReactNode } from 'react';
import { ErrorState, LoadingState } from './states.tsx';

/**
 * What is fetched, as a screen may show it. What was loaded once stays `loaded`, also while a later attempt to
 * fetch it again fails: the frame of the portal shows that, for all screens alike.
 */
export type Load<T> =
  | { is: 'loading' }
  | { is: 'failed'; error: Error; retry: () => void }
  /** `previous`: it is the answer to an earlier question, shown until the new one is here. */
  | { is: 'loaded'; data: T; previous: boolean };

/** The loaded data; undefined without it. */
export function dataOf<T>(load: Load<T>): T | undefined {
  return load.is === 'loaded' ? load.data : undefined;
}

interface LoadedProps<T> {
  load: Load<T>;
  /** The failed action: 'The jobs could not be loaded'. */
  failed?: string;
  /** The room to keep while it loads, in pixels. */
  height?: number;
  children: (data: T) => ReactNode;
}

/** Shows what was loaded, or that it is being loaded, or why it could not be, with Retry. */
export function Loaded<T>({ load, failed, height, children }: LoadedProps<T>) {
  if (load.is === 'loading') return <LoadingState height={height} />;
  if (load.is === 'failed') return <ErrorState error={load.error} title={failed} onRetry={load.retry} />;
  return children(load.data);
}
