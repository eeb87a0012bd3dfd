import type { UseQueryOptions } from '@tanstack/react-query';
import { copyAccount, copyDeployment, copyTemplate, type RequestCopy } from '#calls/factory.ts';
import { queryOf } from '#web/data/call.ts';

/** The record that a request is to be like, or the template that it begins from. */
export interface Like {
  model: 'cloud_parents' | 'cloud_deployments' | 'request_templates';
  id: number;
}

const KEYS = {
  like_account: 'cloud_parents',
  like_deployment: 'cloud_deployments',
  template: 'request_templates',
} as const;

const COPY_OF = {
  cloud_parents: copyAccount,
  cloud_deployments: copyDeployment,
  request_templates: copyTemplate,
} as const;

/** The account, deployment or template that a request is to be like, by the search of an address; null without one. */
export function likeOf(search: string): Like | null {
  const params = new URLSearchParams(search);
  for (const [key, model] of Object.entries(KEYS)) {
    const id = Number(params.get(key));
    if (Number.isInteger(id) && id > 0) return { model, id };
  }
  return null;
}

/**
 * The start values of the request. They are read once while a form is shown, since typed values are laid over them; the
 * next form begins with what the original is by then.
 */
export const copyQuery = ({ model, id }: Like): UseQueryOptions<RequestCopy> => ({
  ...queryOf(COPY_OF[model], { id }),
  staleTime: Infinity,
  gcTime: 0,
});
