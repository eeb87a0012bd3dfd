import { z } from 'zod';
import { activityLine } from './activity.ts';
import { defineCall } from './call.ts';
import { OF_MY_CLOUD } from './my-cloud.ts';
import { pageMembers, pageMeta } from './shapes.ts';

/** What was changed of what is in one's own name. */
export const listMyActivity = defineCall({
  ...OF_MY_CLOUD,
  path: '/my_cloud/activity',
  weight: 'long',
  summary: 'List who changed what of the records in one’s own name',
  description:
    'Of records that are one’s own now, and as their histories have it. Comments are left out: the desk talks among itself there.',
  success: 'A page of it, the newest first',
  query: z.strictObject(pageMembers),
  data: z.array(activityLine),
  meta: pageMeta,
});
