import type { CSSProperties, ReactNode } from 'react';
import classes from './logo.module.css';

interface LogoProps {
  /** Edge in pixels. */
  size?: number;
  /** Plays the intro: the sun comes up over moving lines, and after three seconds everything pauses. */
  intro?: boolean;
}

/**
 * The mark: the sun above a horizon of ledger lines. It says nothing to screen readers; the name does. What moves is a
 * picture of its own: those a browser moves beside the page's work, while the parts of one picture it draws anew in
 * each frame, amid the work of a first screen.
 */
export function LogoMark({ size = 32, intro = false }: LogoProps) {
  return (
    <span
      className={intro ? `${classes.mark} ${classes.intro}` : classes.mark}
      style={{ '--size': `${size}px` } as CSSProperties}
      aria-hidden
    >
      <Part>
        <rect width="64" height="64" rx="15" fill="#0d2b3e" />
      </Part>
      <span className={classes.sky}>
        <Part className={classes.sun}>
          <circle cx="32" cy="33" r="16" fill="#ffc46b" />
        </Part>
      </span>
      {LINES.map((line) => (
        <Part key={line} className={classes.line}>
          <path d={line} stroke="#8fd0ea" strokeWidth="4" strokeLinecap="round" />
        </Part>
      ))}
    </span>
  );
}

/** The lines of the ledger, from the horizon down. */
const LINES = ['M12 40h40', 'M18 47h28', 'M25 54h14'];

function Part({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <svg className={className} viewBox="0 0 64 64" focusable="false">
      {children}
    </svg>
  );
}

/** The mark with the name beside it. */
export function Logo({ size = 30, intro = false }: LogoProps) {
  return (
    <span className={classes.logo}>
      <LogoMark size={size} intro={intro} />
      <span className={classes.name} data-name>
        Skyledger
      </span>
    </span>
  );
}
