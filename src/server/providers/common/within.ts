/**
 * Makes one call within its time, with a signal of its own that ends with the call. One of `AbortSignal.any` stays with
 * the signal it follows until its time is over: whoever makes thousands of calls for one job would have them all aborted
 * in one turn when the job's signal is, although they were answered long ago.
 * @param seconds how long it may take; the call is aborted with a TimeoutError then
 * @param signal aborts the call as well, with its reason
 */
export async function within<Answer>(
  seconds: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const own = new AbortController();
  const follow = () => own.abort(signal?.reason);
  const late = () => own.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  const timer = setTimeout(late, seconds * 1000);
  signal?.addEventListener('abort', follow, { once: true });
  if (signal?.aborted) follow();
  try {
    return await call(own.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', follow);
  }
}
