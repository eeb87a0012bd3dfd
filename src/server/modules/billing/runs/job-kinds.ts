/** Names the jobs that read a bill, and those that allocate a run anew. */
export const INTAKE = 'billing_intake';
export const ALLOCATION = 'billing_allocation';
