import { z } from 'zod';
import { awsSettings } from './aws.ts';
import { azureSettings } from './azure.ts';
import { bigQuerySettings } from './bigquery.ts';
import { billSourceSettings } from './bill-sources.ts';
import { deskSettings } from './desk.ts';
import { directorySettings } from './directory.ts';
import { gcpSettings } from './gcp.ts';
import { githubSettings } from './github.ts';
import { mailSettings } from './mail.ts';
import { runningCostsSettings } from './running-costs.ts';
import { serverSettings } from './server.ts';
import { signInSettings } from './sign-in.ts';
import { webhookSettings } from './webhooks.ts';

/**
 * Every setting of the portal: its name in the environment (or `.env`), what it takes, its default and its
 * meaning, subject by subject in the order of the table in docs/settings.md. A `describe` is the setting's line there.
 * Nothing else in the server reads the environment.
 */
export const settingsSchema = z.object({
  ...serverSettings,
  ...signInSettings,
  ...mailSettings,
  ...webhookSettings,
  ...bigQuerySettings,
  ...billSourceSettings,
  ...runningCostsSettings,
  ...awsSettings,
  ...azureSettings,
  ...gcpSettings,
  ...githubSettings,
  ...directorySettings,
  ...deskSettings,
});

export interface SettingDoc {
  name: string;
  default: string | null;
  meaning: string;
}

/** One entry per setting, in the order of the table in docs/settings.md. */
export const settingDocs: SettingDoc[] = Object.entries(settingsSchema.shape).map(([name, schema]) => ({
  name,
  default: schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : null,
  meaning: schema.description ?? '',
}));
