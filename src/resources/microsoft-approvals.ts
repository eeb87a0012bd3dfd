import { textList } from '#kernel/fields/text-list.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

const columns = [
  'status',
  'approval_id',
  'approval_type',
  'title',
  'assigned_to',
  'requested_by',
  'created_at',
  'updated_at',
] as const;

/** A request that waits in Microsoft's approval center. The rows come from there; people correct and remove them. */
export const microsoftApprovals = defineResource('microsoft_approvals', {
  label: ['Microsoft Approval', 'Microsoft Approvals'],
  noun: ['microsoft approval', 'microsoft approvals'],
  title: 'approval_id',
  fields: {
    status: text('Status', { optional: true }),
    approval_id: text('Approval Id', { code: true, unique: 'An approval with this id exists already.' }),
    approval_type: text('Approval Type', { optional: true, createOnly: true }),
    title: text('Title', { optional: true, max: 500 }),
    assigned_to: textList('Assigned To', { optional: true, createOnly: true }),
    requested_by: text('Requested By', { optional: true, createOnly: true }),
  },
  actions: ['read', 'update', 'delete'],
  stamps: {
    create: ['created_at', 'updated_at'],
    update: ['created_at', 'updated_at'],
    labels: { created_at: 'Created on', updated_at: 'Updated at' },
  },
  form: ['status', 'approval_id', 'title', 'created_at', 'updated_at'],
  paging: 'scroll',
  about: ['title', 'status', 'requested_by'],
  columns,
  // Room for the moments as they are typed.
  widths: { status: 130, approval_id: 140, created_at: 160, updated_at: 160 },
  filters: { status: 'contains', title: 'contains', requested_by: 'contains' },
  sort: '-created_at',
  csv: { file: 'microsoftApprovals_', export: columns, import: { key: 'approval_id', columns } },
  messages: messagesFor('microsoft approval'),
});

export type MicrosoftApproval = Row<typeof microsoftApprovals>;
