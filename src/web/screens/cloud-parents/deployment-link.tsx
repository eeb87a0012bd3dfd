import { Link } from '@tanstack/react-router';
import links from '#web/ui/plain-link.module.css';

/** A link to the page of a deployment. */
export const DeploymentLink = ({ id, children }: { id: number; children: string }) => (
  <Link
    className={links.link}
    to="/auth/$action/$model/$modelId"
    params={{ action: 'view', model: 'cloud_deployments', modelId: String(id) }}
  >
    {children}
  </Link>
);
