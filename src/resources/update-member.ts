/** The page by which members update themselves: its inputs, in their order, and its sentences. */
export const updateMember = {
  fields: {
    department: { label: 'Department' },
    other_department: { label: 'If Other, Department' },
    business_unit: { label: 'Business Unit' },
  },
  /** The choice of a department that is not listed; what it is called is typed beside it. */
  other: 'Other',
  done: 'Your request has been successfully submitted!',
  /** @param email that of the team who helps */
  failed: (email: string) => `Something went wrong. Please reach out to the CCOE Team at ${email}`,
  /** Beside whom to ask, where the link is not good. */
  over: 'This link cannot be used, or not any more: it works once, and for 14 days. If you have sent your details by it, nothing is left to do.',
} as const;
