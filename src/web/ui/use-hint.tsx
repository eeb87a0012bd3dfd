import {
  Suspense,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { lateBy } from './pages/late.tsx';

// It is larger than all of a list's own code, and who points at something can wait for it. Where it does not come,
// screen readers say the same.
const Hint = lateBy(
  async () => ({ default: (await import('./hint.tsx')).Hint }),
  () => null,
);

/** A pointer that only passes over shows nothing. */
const PAUSE_MS = 200;

interface Hinted {
  /** For the button that has more to show. */
  props: {
    ref: RefObject<HTMLButtonElement | null>;
    'aria-description': string;
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
    onClick: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
  /** The hint, beside the button. */
  hint: ReactNode;
}

/** Further facts about an element, for who points at it or comes to it with the keyboard. */
export function useHint(text: string): Hinted {
  const at = useRef<HTMLButtonElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [wasShown, setWasShown] = useState(false);
  const [opened, setOpened] = useState(false);
  useEffect(() => () => clearTimeout(pause.current), []);
  const show = (wait: number) => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      setWasShown(true);
      setOpened(true);
    }, wait);
  };
  const hide = () => {
    clearTimeout(pause.current);
    setOpened(false);
  };
  return {
    props: {
      ref: at,
      'aria-description': text,
      onPointerEnter: () => show(PAUSE_MS),
      onPointerLeave: hide,
      onFocus: () => show(0),
      onBlur: hide,
      onClick: () => show(0),
      onKeyDown: ({ key }) => key === 'Escape' && hide(),
    },
    hint: wasShown && (
      <Suspense>
        <Hint at={at} text={text} opened={opened} />
      </Suspense>
    ),
  };
}
