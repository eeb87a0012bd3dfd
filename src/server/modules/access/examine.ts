import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { bringsProvider, NO_PROVIDER } from '#server/platform/config/config.ts';
import type { SamlConfig, SamlProvider } from '#server/platform/config/sign-in.ts';
import type { Examination, Examine, Finding } from '#server/platform/process/finding.ts';
import { fetchMetadataAnswer } from './saml/fetch-metadata.ts';
import type { IdentityProvider } from './saml/identity-provider.ts';
import { readMetadata } from './saml/metadata.ts';
import { asPem } from './saml/pem.ts';

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;
const WHAT = 'identity provider';

/** For the command `doctor`: whether the provider's description can be read, and how long its certificates last. */
export const examineIdentityProvider: Examine = async (config) => {
  const { saml } = config;
  if (!saml.provider) {
    const builtIn = bringsProvider(config);
    const message = builtIn
      ? 'None is configured; the built-in one serves this machine.'
      : `Nobody can sign in. ${NO_PROVIDER}`;
    return { findings: [{ state: builtIn ? 'skipped' : 'failed', what: WHAT, message }, ...ownKey(saml)] };
  }
  try {
    const { provider, ahead } = await read(saml.provider);
    const message = `${provider.entityId} signs people in at ${new URL(provider.ssoUrl).host}.`;
    const findings: Finding[] = [
      { state: 'ok', what: WHAT, message },
      ...provider.keys.map((key) => certificate('its certificate', key)),
      ...ownKey(saml),
    ];
    return { findings, ahead };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      findings: [
        { state: 'failed', what: WHAT, message: `It cannot be described: ${reason}` },
        ...ownKey(saml),
      ],
    };
  }
};

async function read(
  settings: SamlProvider,
): Promise<{ provider: IdentityProvider } & Pick<Examination, 'ahead'>> {
  if (settings.kind === 'explicit') {
    const { entityId, ssoUrl, certificates } = settings;
    return { provider: { entityId, ssoUrl, keys: certificates } };
  }
  if (!settings.isUrl) return { provider: readMetadata(await readFile(settings.source, 'utf8')) };
  const began = Date.now();
  const { text, date } = await fetchMetadataAnswer(settings.source);
  const theirs = Date.parse(date ?? '');
  // The header has whole seconds, cut off.
  const ahead = Number.isNaN(theirs) ? undefined : ((began + Date.now()) / 2 - theirs - 500) / 1000;
  return { provider: readMetadata(text), ahead };
}

function ownKey({ spKey }: SamlConfig): Finding[] {
  return spKey ? [certificate("the portal's own certificate", spKey.certificate)] : [];
}

function certificate(whose: string, pem: string): Finding {
  let validTo: Date;
  try {
    ({ validToDate: validTo } = new X509Certificate(asPem(pem)));
  } catch {
    return { state: 'failed', what: WHAT, message: `${whose} cannot be read.` };
  }
  const days = Math.floor((validTo.getTime() - Date.now()) / DAY_MS);
  const until = validTo.toISOString().slice(0, 10);
  // The key counts, not the dates: many providers keep one for longer than its certificate says.
  if (days < 0)
    return { state: 'warning', what: WHAT, message: `${whose} ran out on ${until}. It is still taken.` };
  const state = days < SOON_DAYS ? 'warning' : 'ok';
  return { state, what: WHAT, message: `${whose} is good until ${until}, ${days} days.` };
}
