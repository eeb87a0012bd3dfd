import { shownKeys } from './keys.ts';
import classes from './keys-shown.module.css';

/** The keys of a shortcut as they are on the keyboard. */
export function KeysShown({ keys }: { keys: string }) {
  return (
    <span className={classes.keys}>
      {shownKeys(keys).map((step, at) => (
        <span key={`${at} ${step.join()}`} className={classes.step}>
          {at > 0 && <span className={classes.then}>then</span>}
          {step.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
