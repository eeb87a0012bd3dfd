import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { onTestFinished } from 'vitest';

export interface ToldEvent {
  event: string;
  data: Record<string, unknown>;
}

export interface EventStream {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  /** What has come so far. */
  events: ToldEvent[];
  /** Whether the server has ended it. */
  isOver: () => boolean;
  leave: () => void;
}

/**
 * Opens the stream of events with these headers, on a connection of its own; it is left at the end of the test. `fetch`
 * would keep a spare connection for each one that is left, for which a server that ends waits.
 */
export async function openEventStream(
  url: string,
  session: Record<string, string>,
  accept = 'text/event-stream',
): Promise<EventStream> {
  const { get } = url.startsWith('https:') ? https : http;
  const request = get(`${url}/api/events`, { headers: { ...session, accept }, agent: false });
  const leave = () => void request.destroy();
  onTestFinished(leave);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const events: ToldEvent[] = [];
  let over = false;
  let text = '';
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (text + chunk).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const [, event = '', data = '{}'] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
      events.push({ event, data: JSON.parse(data) as Record<string, unknown> });
    }
  });
  answer.on('close', () => (over = true)).on('error', () => undefined);
  return { status: answer.statusCode, headers: answer.headers, events, isOver: () => over, leave };
}
