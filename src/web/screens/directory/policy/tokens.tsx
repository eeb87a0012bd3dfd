import classes from '../directory.module.css';

/** A text in quotes, and the colon after it where it is the name of a member. */
const QUOTED = /("(?:[^"\\]|\\.)*")(\s*:)?/g;

/** JSON whose names look different from its values. */
export function TokensOf({ text }: { text: string }) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(QUOTED)) {
    const [whole, quoted, colon] = found;
    parts.push(text.slice(at, found.index));
    parts.push(
      <span key={found.index} className={colon ? classes.name : classes.text}>
        {quoted}
      </span>,
      colon,
    );
    at = found.index + whole.length;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
