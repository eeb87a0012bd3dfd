import type { FastifyInstance } from 'fastify';

/** A look that this process takes again and again. */
interface RegularLook {
  everyMs: number;
  look: () => Promise<unknown>;
  /** Called where it failed; the next look comes all the same. */
  onFailure?: (error: unknown) => void;
}

/** Looks for what is due while the portal listens, never twice at a time. */
export function lookRegularly(app: FastifyInstance, { everyMs, look, onFailure }: RegularLook): void {
  let isBusy = false;
  const lookOnce = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      await look();
    } catch (error) {
      onFailure?.(error);
    } finally {
      isBusy = false;
    }
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setInterval(() => void lookOnce(), everyMs).unref();
  });
  app.addHook('preClose', async () => clearInterval(timer));
}
