import { defineFileCall } from './call.ts';

/** The stream of what changes in the background: server-sent events, which name what changed. */
export const followEvents = defineFileCall({
  tag: 'Jobs',
  topic: 'jobs',
  method: 'GET',
  path: '/events',
  right: 'signed_in',
  summary: 'Stream changes of jobs, mails, comments and what waits',
  description:
    'Server-sent events for a request that accepts text/event-stream. `ready` comes first; `changed` has ' +
    '`{ "what": "job" | "mail" | "deployment" | "comment" | "waiting_change", "id": … }`, to be read at /api/jobs/{id}, ' +
    '/api/outbox/{id} or /api/cloud_deployments/{id}; of a comment, and of a change that waits for a second person, ' +
    'the event has the id alone, so that nobody learns where it is: whoever shows such reads theirs anew. `alive` comes every twenty seconds. The stream ends with the session, and when the portal ends. Whoever connects ' +
    'again reads what they show anew: events are not kept.',
  success: 'The stream',
  refusals: [406, 429],
  file: 'text/event-stream',
});
