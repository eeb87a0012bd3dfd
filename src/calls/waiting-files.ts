import { z } from 'zod';
import { defineCall } from './call.ts';
import { importPreviewShape } from './imports.ts';
import { idOf } from './shapes.ts';

/** What a file that waits for a second person does, as its requester saw it. */
export const readWaitingFile = defineCall({
  tag: 'Peer review',
  topic: 'waiting_changes',
  right: 'see_records',
  method: 'GET',
  path: '/waiting_changes/:id/file',
  summary: 'Read the preview of an import that waits',
  description: 'As it was when it was requested. Approving compares it with what is there then.',
  success: 'The preview',
  refusals: [404],
  params: z.strictObject({ id: idOf('Change') }),
  data: importPreviewShape,
});
