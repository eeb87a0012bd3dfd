import { createHash } from 'node:crypto';
import type { Cloud } from '#kernel/cloud/cloud-request.ts';

/** Somebody in the example directory. */
export interface SimulatedPerson {
  id: string;
  name: string;
  userPrincipalName: string;
  email: string | null;
  /** Who has left and may no longer sign in is in the directory for a while all the same. */
  enabled: boolean;
}

/** A group of the example directory. */
export interface SimulatedGroup {
  id: string;
  name: string;
  description: string | null;
  email: string | null;
  dynamic: boolean;
  syncedElsewhere: boolean;
  /** Object ids of people and of groups. */
  members: string[];
  /** Object ids of people. */
  owners: string[];
}

/** The rights of a group of the example directory in an account. */
export interface SimulatedGrant {
  groupId: string;
  groupName: string;
  /** Those of Google Cloud always have one, by which they are known there. */
  groupEmail: string | null;
  cloud: Cloud;
  /** The cloud's own id of the account. */
  account: string;
  /** Such as AdministratorAccess, Contributor or roles/viewer. */
  permissionSet: string;
}

/** An account as the inventory has it. */
export interface KnownAccount {
  cloud: Cloud;
  identifier: string;
  name: string;
  owner: string | null;
  terminated: boolean;
}

/** The object id of whatever this text names: the same one each time. */
export function objectId(text: string): string {
  const hex = createHash('sha256').update(text.toLowerCase()).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
