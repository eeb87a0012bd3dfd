import { api } from '#web/data/client.ts';

/** Lets a failed job go on; the same `intent` counts once. */
export const retryJob = (id: string, intent: string) => api.post(`/jobs/${id}/retry`, {}, { intent });
