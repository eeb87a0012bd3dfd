import type { Done } from '#web/generic/additions/additions.ts';

/** The notice of a deployment that was begun. */
export function begunNotice(deployment: Readonly<Record<string, unknown>>): Done {
  const waits = deployment['state'] === 'waiting_approval';
  return {
    notice: {
      title: waits ? 'It waits until those who decide have agreed.' : 'It is being done.',
      link: { label: 'See its steps', to: `/auth/view/cloud_deployments/${String(deployment['id'])}` },
    },
  };
}
