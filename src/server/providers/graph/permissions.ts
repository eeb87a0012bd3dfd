/**
 * The application permissions of Microsoft Graph that the portal needs, by what they are for. docs/operating.md describes each.
 * Source: the permissions reference of Microsoft Graph, and the pages of group: delta, Add members and Add owners.
 */
export const PERMISSIONS = {
  people: 'User.Read.All',
  groups: 'Group.Read.All',
  /** Without it, Graph leaves the members of groups with hidden membership out and says nothing. */
  hiddenMembers: 'Member.Read.Hidden',
  members: 'GroupMember.ReadWrite.All',
  owners: 'Group.ReadWrite.All',
} as const;
