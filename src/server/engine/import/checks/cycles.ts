import type pg from 'pg';
import { referencesOf } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import { itselfMessage, lockCircles } from '../../records.ts';
import { quoted } from '../../sql.ts';
import { resulting, type Draft } from '../draft.ts';
import { inTurns } from '../../in-turns.ts';
import type { Problems } from '../problems.ts';

/** A row of the file, or a record that it does not name. */
type Node = Draft | number;

/**
 * Finds rows of a file that would refer to themselves where they must not, or replace themselves, directly, through other
 * rows or through records. Records that exist already cannot refer to new ones, so these are looked at only where the file
 * changes some.
 */
export async function findCycles(
  tx: pg.PoolClient,
  resource: Resource,
  drafts: readonly Draft[],
  problems: Problems,
): Promise<void> {
  for (const [name, field] of referencesOf(resource)) {
    if (field.notItself)
      await inTurns(drafts, (draft) => {
        const { existing, values, links } = draft;
        if (links.get(name) === draft || (existing !== null && values[name] === existing.id))
          problems.add(draft, name, itselfMessage(resource, field.label), 'The row names itself.');
      });
    if (!field.acyclic) continue;
    const follow = await followed(tx, resource, name, drafts);
    // By the row from which it was reached first: what is reached again from the same one closes a circle.
    const reachedFrom = new Map<Node, Draft>();
    // A chain may be as long as the file: each step of it is a step of the loop.
    const steps = function* () {
      for (const start of drafts) {
        let node: Node | undefined = start;
        for (; node !== undefined && !reachedFrom.has(node); node = follow(node)) {
          reachedFrom.set(node, start);
          yield null;
        }
        yield node !== undefined && reachedFrom.get(node) === start ? node : null;
      }
    };
    await inTurns(steps(), (closing) => {
      if (closing !== null) report(name, field.label, circleOf(closing, follow));
    });
  }

  function report(name: string, label: string, circle: readonly Node[]): void {
    const message = `${label} must not lead back to the ${resource.label[0]} itself.`;
    for (const [at, node] of circle.entries()) {
      if (typeof node === 'number' || !(Object.hasOwn(node.values, name) || node.links.has(name))) continue;
      const to = circle[(at + 1) % circle.length];
      const through =
        typeof to === 'object'
          ? `Follow the rows from row ${to.row}.`
          : 'It does through records that exist.';
      problems.add(node, name, message, to === node ? 'The row names itself.' : through);
    }
  }
}

/** The record to which a row or record refers by the field `name` once the file is imported. */
async function followed(
  tx: pg.PoolClient,
  resource: Resource,
  name: string,
  drafts: readonly Draft[],
): Promise<(node: Node) => Node | undefined> {
  const rowOf = new Map<number, Draft>();
  let changes = false;
  await inTurns(drafts, (draft) => {
    const { existing, values, links } = draft;
    if (!existing) return;
    rowOf.set(existing.id, draft);
    changes ||= Object.hasOwn(values, name) || links.has(name);
  });
  const column = quoted(name);
  if (changes) await lockCircles(tx, resource, name);
  const { rows } = changes
    ? await tx.query<{ id: number; to: number }>(
        `SELECT id, ${column} AS to FROM ${quoted(resource.name)} WHERE ${column} IS NOT NULL`,
      )
    : { rows: [] };
  const pairs = new Map<number, number>();
  await inTurns(rows, ({ id, to }) => void pairs.set(id, to));
  return (node) => {
    const link = typeof node === 'object' ? node.links.get(name) : undefined;
    if (link) return link;
    const id = typeof node === 'object' ? resulting(node, name) : pairs.get(node);
    if (typeof id !== 'number') return undefined;
    return rowOf.get(id) ?? (changes ? id : undefined);
  };
}

function circleOf(start: Node, follow: (node: Node) => Node | undefined): Node[] {
  const circle = [start];
  for (let next = follow(start); next !== undefined && next !== start; next = follow(next)) circle.push(next);
  return circle;
}
