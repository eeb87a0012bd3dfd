import type { Api } from './api.ts';

export interface FollowedJob {
  id: string;
  state: string;
  error: string | null;
  attempts: number;
  result: Record<string, unknown> | null;
}

const PATIENCE_MS = 60_000;

/** Waits until a job has ended, and answers it as it is then. @param patience for what takes long, in milliseconds */
export async function followJob(api: Api, id: string, patience = PATIENCE_MS): Promise<FollowedJob> {
  const deadline = Date.now() + patience;
  for (;;) {
    const { status, body, text } = await api.get<FollowedJob>(`/jobs/${id}`);
    // A portal that others keep busy asks to be called again.
    if (status === 503 && Date.now() < deadline) {
      await new Promise((next) => setTimeout(next, 1000));
      continue;
    }
    if (status !== 200) throw new Error(`Job ${id} was answered with ${status}: ${text}`);
    if (body.data.state === 'done' || body.data.state === 'failed') return body.data;
    if (Date.now() > deadline) throw new Error(`Job ${id} is still ${body.data.state}.`);
    await new Promise((next) => setTimeout(next, 50));
  }
}
