import type { CSSProperties } from 'react';
import classes from './landing-page.module.css';

/** Widths of the lines that the sun throws on the water, near to far. */
const LINES = [420, 380, 330, 270, 200, 120];

/** The logo as a landscape: a low sun above lines of a ledger. It moves for three seconds, then rests. */
export function Horizon() {
  return (
    <div className={classes.frame}>
      <svg
        className={classes.horizon}
        viewBox="0 0 560 560"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden
        focusable="false"
      >
        <defs>
          <linearGradient id="horizon-sky" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#0a2233" />
            <stop offset="0.45" stopColor="#155a7c" />
            <stop offset="0.74" stopColor="#5d8fa6" />
            <stop offset="0.9" stopColor="#dcae8a" />
            <stop offset="1" stopColor="#fbbf7c" />
          </linearGradient>
          <linearGradient id="horizon-sea" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#114a67" />
            <stop offset="1" stopColor="#081c2a" />
          </linearGradient>
          <clipPath id="horizon-above">
            <path d="M-200 -200h960v520h-960z" />
          </clipPath>
        </defs>
        <path d="M-200 -200h960v520h-960z" fill="url(#horizon-sky)" />
        <g clipPath="url(#horizon-above)">
          <g className={classes.sun}>
            <circle cx="280" cy="320" r="190" fill="#ffc46b" opacity="0.1" />
            <circle cx="280" cy="320" r="146" fill="#ffc46b" opacity="0.16" />
            <circle cx="280" cy="320" r="104" fill="#ffd38f" />
          </g>
        </g>
        <path d="M-200 320h960v440h-960z" fill="url(#horizon-sea)" />
        <g stroke="#ffcf87" strokeWidth="7" strokeLinecap="round">
          {LINES.map((width, at) => (
            <path
              key={width}
              className={classes.line}
              style={{ '--narrow': 0.86 - at * 0.06, opacity: 0.92 - at * 0.13 } as CSSProperties}
              d={`M${280 - width / 2} ${344 + at * 32}h${width}`}
            />
          ))}
        </g>
        <g fill="#eaf6fc">
          <circle cx="92" cy="84" r="2.2" opacity="0.8" />
          <circle cx="182" cy="46" r="1.6" opacity="0.6" />
          <circle cx="398" cy="66" r="2" opacity="0.7" />
          <circle cx="478" cy="132" r="1.6" opacity="0.5" />
          <circle cx="60" cy="178" r="1.4" opacity="0.4" />
        </g>
      </svg>
    </div>
  );
}
