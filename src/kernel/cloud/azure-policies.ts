/** A policy of Azure, or an initiative, and the values of its parameters, as an assignment of it has them. */
export interface AssignedPolicy {
  /** The id of its definition, such as `/providers/Microsoft.Authorization/policyDefinitions/e569…`. */
  definition: string;
  parameters: Readonly<Record<string, { value: unknown }>>;
}

const MOST = 20;
const EXAMPLE = '/providers/Microsoft.Authorization/policyDefinitions/e56962a6-4747-49cd-b67b-bf8b01975c4c';
/** Those of Azure itself, and those of a management group: a new subscription has none of its own. */
const DEFINITION =
  /^(\/providers\/Microsoft\.Management\/managementGroups\/[\w().-]+)?\/providers\/Microsoft\.Authorization\/policy(Set)?Definitions\/[^/\s]+$/i;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a line; a sentence where it is wrong. */
function readLine(line: string): AssignedPolicy | string {
  const [, definition = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
  if (!DEFINITION.test(definition))
    return `'${definition}' is no id of a policy or an initiative, such as ${EXAMPLE}.`;
  if (rest === '') return { definition, parameters: {} };
  const given = parsed(rest);
  if (!isObject(given))
    return `What stands behind the id is no JSON object, such as {"listOfAllowedLocations": {"value": ["westeurope"]}}.`;
  const wrong = Object.entries(given).find(
    ([, one]) => !isObject(one) || Object.keys(one).join(',') !== 'value',
  );
  if (wrong) return `The parameter '${wrong[0]}' has no value. Write "${wrong[0]}": {"value": …}.`;
  return { definition, parameters: given as AssignedPolicy['parameters'] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Reads a policy of each line: the id of its definition, and behind it its parameters as JSON.
 * @returns each of them once, and a sentence about the first line that is wrong, or null
 */
export function readPolicies(text: string): { policies: AssignedPolicy[]; fault: string | null } {
  const policies = new Map<string, AssignedPolicy>();
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') continue;
    const read = readLine(line.trim());
    if (typeof read === 'string') return { policies: [], fault: `Line ${at + 1}: ${read}` };
    policies.set(JSON.stringify(read), read);
  }
  if (policies.size > MOST) return { policies: [], fault: `At most ${MOST} policies can be assigned.` };
  return { policies: [...policies.values()], fault: null };
}

/** Such as `the policy e569…` or `the initiative 1f3a…`. */
export const policyWords = ({ definition }: AssignedPolicy): string =>
  `the ${/\/policySetDefinitions\//i.test(definition) ? 'initiative' : 'policy'} ${definition.split('/').at(-1) ?? ''}`;
