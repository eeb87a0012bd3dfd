/**
 * The roles of a person where roles are mapped; each includes what the ones before it may do. An owner sees the records that are in
 * their name (`Owned`), and has none of the rights.
 */
export const roles = ['owner', 'viewer', 'editor', 'operator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The rights of a person: the server grants them, buttons and entries of the navigation follow them. */
export interface Rights {
  /** See lists, records, histories, exports and reports. */
  read: boolean;
  /** Create, change, delete and import reference data. */
  edit_reference_data: boolean;
  /** Run the cloud factory, directory groups and billing; see everybody's jobs and mail. */
  operate: boolean;
  /** See and end other people's sessions, revoke their API tokens, and see refused sign-ins. */
  administer: boolean;
}

/** The first role that has a right. */
export const LEAST_ROLE: Readonly<Record<keyof Rights, Role>> = {
  read: 'viewer',
  edit_reference_data: 'editor',
  operate: 'operator',
  administer: 'admin',
};

const rank = (role: Role) => roles.indexOf(role);

/** Whether a role may do what needs a right. */
export const hasRight = (role: Role, right: keyof Rights): boolean => rank(role) >= rank(LEAST_ROLE[right]);

/** The rights of somebody with these roles. */
export function rightsOfRoles(held: readonly Role[]): Rights {
  const may = (right: keyof Rights) => held.some((role) => hasRight(role, right));
  return {
    read: may('read'),
    edit_reference_data: may('edit_reference_data'),
    operate: may('operate'),
    administer: may('administer'),
  };
}

/** Whether somebody with these roles sees the records that are in their name, and no others. */
export const seesOwnOnly = (held: readonly Role[]): boolean =>
  held.includes('owner') && !rightsOfRoles(held).read;

/** The role that says all of several, since each includes those before it; null without any. */
export const highestRole = (held: readonly Role[]): Role | null =>
  roles.findLast((role) => held.includes(role)) ?? null;

/** The roles up to one, it included: those that its holder may hand on. */
export const rolesUpTo = (most: Role): Role[] => roles.filter((role) => rank(role) <= rank(most));

/**
 * An action that is neither a record nor a report, and needs a right: its words in the table of rights, what somebody without it has no right
 * `to` do, and the right.
 */
export const abilities = {
  see_work_of_all: {
    label: 'See everybody’s jobs and mails, and try them again',
    to: 'see the work of others',
    right: 'operate',
  },
  mail_others_again: {
    label: 'Send a mail to somebody else again of which no job is known, such as the link of a member',
    to: 'send a mail to somebody else again',
    right: 'edit_reference_data',
  },
  share_views: {
    label: 'Share views of lists with everybody, and change those that are shared',
    to: 'change views that everybody sees',
    right: 'edit_reference_data',
  },
  write_comments: {
    label: 'Comment on what one sees, and change and delete one’s own comments',
    to: 'comment on records',
    right: 'read',
  },
  delete_comments_of_all: {
    label: 'Delete comments of others',
    to: 'delete the comments of others',
    right: 'administer',
  },
  run_attestations: {
    label: 'Ask owners to confirm what is theirs, and take over what they answer',
    to: 'ask owners to confirm what is theirs',
    right: 'edit_reference_data',
  },
  see_billing: { label: 'See billing runs, their lines and postings', to: 'see billing runs', right: 'read' },
  run_billing: {
    label: 'Begin billing runs, and say where accounts belong',
    to: 'run the billing',
    right: 'operate',
  },
  run_factory: {
    label: 'Ask for accounts of the clouds, decide on them, try them again and cancel them',
    to: 'run the cloud factory',
    right: 'operate',
  },
  sync_inventory: {
    label: 'Read the clouds into the inventory',
    to: 'read the clouds into the inventory',
    right: 'operate',
  },
  change_copilot_seats: {
    label: 'Read, add and remove seats of GitHub Copilot',
    to: 'read, add or remove seats of GitHub Copilot',
    right: 'operate',
  },
  sync_directory: {
    label: 'Read the directory, and who may do what in the clouds',
    to: 'read the directory',
    right: 'operate',
  },
  change_directory_groups: {
    label: 'Add people to security groups, remove them, and name owners of groups',
    to: 'change groups of the directory',
    right: 'operate',
  },
  end_sessions_of_all: {
    label: 'See and end everybody’s sessions',
    to: 'end the sessions of others',
    right: 'administer',
  },
  see_refused_sign_ins: {
    label: 'See sign-ins that were refused, and why',
    to: 'see the sign-ins that were refused',
    right: 'administer',
  },
  decide_on_changes: {
    label: 'Approve or refuse changes of others that wait, of models that one may change',
    to: 'decide on changes that wait',
    right: 'edit_reference_data',
  },
  set_change_rules: {
    label: 'Say which changes need a reason or a second person',
    to: 'change what is agreed on about changes',
    right: 'administer',
  },
  revoke_tokens_of_all: {
    label: 'See and revoke everybody’s API tokens',
    to: 'see the API tokens of others',
    right: 'administer',
  },
} as const satisfies Record<string, { label: string; to: string; right: keyof Rights }>;

export type Ability = keyof typeof abilities;

/** The rights that a model requires; an absent one is that of reference data. */
export interface ResourceRights {
  /** See its records, histories and exports. */
  read?: keyof Rights;
  /** Create, change, delete and import its records. */
  change?: keyof Rights;
  /** Download its list as a file; who sees its records by default. */
  export?: keyof Rights;
}

/** The right that an action on the records of a model needs. */
export function rightFor({ rights }: { rights?: ResourceRights }, action: string): keyof Rights {
  if (action === 'export' && rights?.export !== undefined) return rights.export;
  const looks = action === 'read' || action === 'export';
  return looks ? (rights?.read ?? 'read') : (rights?.change ?? 'edit_reference_data');
}
