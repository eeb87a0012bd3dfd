/**
 * A new version brings the schema up to date while processes of the version before still run on it, so a migration
 * may add, and take away only what that version no longer uses. See docs/adding-a-model.md.
 */

/** Statements that a process of the version before may not survive, with what they do to it. */
const CONTRACTIONS = [
  [/\bDROP\s+(?:TABLE|VIEW|MATERIALIZED\s+VIEW|COLUMN|TYPE|SCHEMA|FUNCTION)\b/i, 'takes away'],
  [/\bRENAME\b/i, 'renames'],
  [/\bALTER\s+(?:COLUMN\s+)?"?\w+"?\s+(?:SET\s+DATA\s+)?TYPE\b/i, 'changes a type'],
  [/\bSET\s+NOT\s+NULL\b/i, 'demands a value'],
  [/\bADD\s+(?:CONSTRAINT\b|CHECK\b|UNIQUE\b)/i, 'demands more of a row'],
  [/\bCREATE\s+UNIQUE\s+INDEX\b/i, 'demands uniqueness'],
];
const NEW_COLUMN = /\bADD\s+(?:COLUMN\s+)(?:[^,(]|\([^)]*\))*/gi;
const REASON = /^--\s*contract:\s*\S.*$/im;

const bare = (name) => name.replaceAll('"', '').toLowerCase();

/**
 * @param {string} sql a migration
 * @returns {string[]} what it does that the version before may not survive, where no comment `-- contract: <reason>`
 *   before the statement says why it does
 */
export function contractions(sql) {
  // What a function does is not done by the migration.
  const text = sql.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
  const made = new Set([...text.matchAll(/\bCREATE\s+TABLE\s+("?\w+"?)/gi)].map(([, name]) => bare(name)));
  return text.split(';').flatMap((part) => {
    const statement = part.replaceAll(/--.*$/gm, '').trim();
    const [, table] = /\b(?:ALTER\s+TABLE(?:\s+ONLY)?|ON)\s+("?\w+"?)/i.exec(statement) ?? [];
    if (REASON.test(part) || (table && made.has(bare(table)))) return [];
    const found = CONTRACTIONS.filter(([pattern]) => pattern.test(statement)).map(([, what]) => what);
    const demanded = [...statement.matchAll(NEW_COLUMN)].filter(
      ([clause]) => /\bNOT\s+NULL\b/i.test(clause) && !/\b(?:DEFAULT|GENERATED)\b/i.test(clause),
    );
    if (demanded.length > 0) found.push('adds a column that must have a value');
    return found.map((what) => `${what}: ${statement.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
  });
}
