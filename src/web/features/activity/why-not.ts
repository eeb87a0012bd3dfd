import type { ActivityRecord } from '#calls/activity.ts';

/** Why deleted records cannot be brought back by the change that deleted them; `subject`: 'The department'. */
export function whyNot(subject: string, is: ActivityRecord['is'], isOne = true): string {
  const [be, was] = isOne ? ['is', 'was'] : ['are', 'were'];
  if (is === 'there') return `${subject} ${be} back.`;
  if (is === 'deleted') return `${subject} ${was} back, and ${was} deleted again later.`;
  return `Nothing is left of ${subject.replace(/^The/, 'the')} that could be restored.`;
}
