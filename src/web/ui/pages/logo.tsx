import { useId } from 'react';
import classes from './logo.module.css';

interface LogoProps {
  /** Edge in pixels. */
  size?: number;
  /** Plays the intro: the sun comes up over moving lines, and after three seconds everything pauses. */
  intro?: boolean;
}

/** The mark: the sun above a horizon of ledger lines. It says nothing to screen readers; the name does. */
export function LogoMark({ size = 32, intro = false }: LogoProps) {
  // Of its own, because a clip that belongs to a hidden logo clips nothing.
  const clip = useId();
  return (
    <svg
      className={intro ? classes.intro : undefined}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      aria-hidden
      focusable="false"
    >
      <clipPath id={clip}>
        <path d="M0 0h64v33.5H0z" />
      </clipPath>
      <rect width="64" height="64" rx="15" fill="#0d2b3e" />
      <g clipPath={`url(#${clip})`}>
        <circle className={classes.sun} cx="32" cy="33" r="16" fill="#ffc46b" />
      </g>
      <g stroke="#8fd0ea" strokeWidth="4" strokeLinecap="round">
        <path className={classes.line} d="M12 40h40" />
        <path className={classes.line} d="M18 47h28" />
        <path className={classes.line} d="M25 54h14" />
      </g>
    </svg>
  );
}

/** The mark with the name beside it. */
export function Logo({ size = 30, intro = false }: LogoProps) {
  return (
    <span className={classes.logo}>
      <LogoMark size={size} intro={intro} />
      <span className={classes.name}>Skyledger</span>
    </span>
  );
}
