import { referencesOf } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Draft, Problems } from './draft.ts';

/**
 * Finds rows of a file that would replace themselves, directly or through other rows of the file. Records that
 * exist already cannot refer to new ones, so a circle runs through rows of the file only.
 */
export function findCycles(resource: Resource, drafts: readonly Draft[], problems: Problems): void {
  for (const [name, field] of referencesOf(resource)) {
    if (!field.acyclic) continue;
    const done = new Set<Draft>();
    for (const start of drafts) {
      const trail = new Set<Draft>();
      let draft: Draft | undefined = start;
      while (draft && !done.has(draft) && !trail.has(draft)) {
        trail.add(draft);
        draft = draft.links.get(name);
      }
      if (draft && trail.has(draft)) for (const member of circleOf(draft, name)) report(member, name);
      for (const seen of trail) done.add(seen);
    }
  }

  function report(draft: Draft, name: string): void {
    const field = resource.fields[name];
    const to = draft.links.get(name);
    const direct = to === draft;
    problems.add(
      draft,
      name,
      `${field?.label ?? name} must not lead back to the ${resource.label[0]} itself.`,
      direct ? 'The row names itself.' : `Follow the rows from row ${to?.row}.`,
    );
  }
}

function circleOf(start: Draft, name: string): Draft[] {
  const circle = [start];
  for (let next = start.links.get(name); next && next !== start; next = next.links.get(name))
    circle.push(next);
  return circle;
}
