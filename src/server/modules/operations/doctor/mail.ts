import { createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { Config } from '#server/platform/config/config.ts';
import type { Finding } from '#server/platform/process/finding.ts';

const PATIENCE_MS = 10_000;

/** Connects to the mail server and signs in to it, without sending anything. */
export async function examineMail({ smtpUrl }: Config): Promise<Finding> {
  const what = 'mail';
  if (!smtpUrl)
    return {
      state: 'skipped',
      what,
      message:
        'SMTP_URL is not set; mail stays in the outbox of the portal, so that no report, schedule or campaign reaches anybody.',
    };
  const { hostname, port } = new URL(smtpUrl);
  const where = port ? `${hostname}:${port}` : hostname;
  const transport = createTransport({
    ...parseConnectionUrl(smtpUrl),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    dnsTimeout: PATIENCE_MS,
  });
  try {
    await transport.verify();
    return { state: 'ok', what, message: `${where} takes mail from this portal.` };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return { state: 'failed', what, message: `${where} cannot be used: ${reason}. Check SMTP_URL.` };
  } finally {
    transport.close();
  }
}
