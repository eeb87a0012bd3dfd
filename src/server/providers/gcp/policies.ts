import { ONCE, type GcpCalls } from './calls.ts';
import type { GcpProvider } from './interface.ts';

/** With this version a policy is read whole, with the conditions of its bindings. */
const WHOLE = { requestedPolicyVersion: 3 };

/** Who may do what with a project, with Resource Manager. */
export const gcpPolicies = (calls: GcpCalls): Pick<GcpProvider, 'bind'> => ({
  bind: async (projectId, role, member) => {
    const resource = `projects/${projectId}`;
    const [policy] = await calls.invoke('Google did not return who may use the project', 'reads', (google) =>
      google.projects.getIamPolicy({ resource, options: WHOLE }, ONCE),
    );
    const bindings = policy.bindings ?? [];
    const own = bindings.find((one) => one.role === role && !one.condition);
    if (own?.members?.some((one) => one.toLowerCase() === member.toLowerCase())) return;
    const wider = { role, members: [...(own?.members ?? []), member] };
    // What was read goes back with its etag: a policy that has changed meanwhile is not written.
    const next = { ...policy, bindings: [...bindings.filter((one) => one !== own), wider] };
    await calls.invoke('Google did not give the role', 'writes', (google) =>
      google.projects.setIamPolicy({ resource, policy: next }, ONCE),
    );
  },
});
