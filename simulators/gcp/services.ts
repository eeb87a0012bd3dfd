import { randomUUID } from 'node:crypto';
import { errorInfo, noPermission, refusal, type Answer, type Call, type Google } from './answer.ts';
import { ours } from './projects.ts';
import type { GcpState, SimulatedEnabling, SimulatedProject } from './state.ts';

/** Some of the services that there are, with what people call them. */
const SERVICES: Readonly<Record<string, string>> = {
  'aiplatform.googleapis.com': 'Vertex AI API',
  'artifactregistry.googleapis.com': 'Artifact Registry API',
  'bigquery.googleapis.com': 'BigQuery API',
  'cloudbuild.googleapis.com': 'Cloud Build API',
  'cloudfunctions.googleapis.com': 'Cloud Functions API',
  'cloudkms.googleapis.com': 'Cloud Key Management Service (KMS) API',
  'cloudresourcemanager.googleapis.com': 'Cloud Resource Manager API',
  'cloudscheduler.googleapis.com': 'Cloud Scheduler API',
  'cloudtasks.googleapis.com': 'Cloud Tasks API',
  'compute.googleapis.com': 'Compute Engine API',
  'container.googleapis.com': 'Kubernetes Engine API',
  'dataflow.googleapis.com': 'Dataflow API',
  'dns.googleapis.com': 'Cloud DNS API',
  'eventarc.googleapis.com': 'Eventarc API',
  'firestore.googleapis.com': 'Cloud Firestore API',
  'iam.googleapis.com': 'Identity and Access Management (IAM) API',
  'iamcredentials.googleapis.com': 'IAM Service Account Credentials API',
  'logging.googleapis.com': 'Cloud Logging API',
  'monitoring.googleapis.com': 'Cloud Monitoring API',
  'pubsub.googleapis.com': 'Cloud Pub/Sub API',
  'redis.googleapis.com': 'Google Cloud Memorystore for Redis API',
  'run.googleapis.com': 'Cloud Run Admin API',
  'secretmanager.googleapis.com': 'Secret Manager API',
  'servicenetworking.googleapis.com': 'Service Networking API',
  'serviceusage.googleapis.com': 'Service Usage API',
  'spanner.googleapis.com': 'Cloud Spanner API',
  'sqladmin.googleapis.com': 'Cloud SQL Admin API',
  'storage.googleapis.com': 'Cloud Storage API',
  'vpcaccess.googleapis.com': 'Serverless VPC Access API',
  'workflows.googleapis.com': 'Workflows API',
};
/** Some of those that a project without a billing account does not get. */
const BILLED = new Set(['compute.googleapis.com', 'container.googleapis.com', 'run.googleapis.com']);
const MOST_READ = 30;
const MOST_ENABLED = 20;
const TYPE = 'type.googleapis.com/google.api.serviceusage.v1';
/** The operation that is answered where everything is enabled already; it says what it is and is not kept. */
const NOTHING = 'operations/noop.DONE_OPERATION';

/** The states of services in a project. */
export function batchGetServices(google: Google, { named, query }: Call): Answer {
  const project = ours(google, named, google.rightsDelay);
  if (!project) return noPermission(`project ${named}`);
  const names = query.getAll('names');
  if (names.length > MOST_READ)
    return refusal('INVALID_ARGUMENT', `At most ${MOST_READ} services can be retrieved at once.`);
  const other = names.find((name) => !name.startsWith(`projects/${named}/services/`));
  if (other !== undefined)
    return refusal('INVALID_ARGUMENT', `The parent of ${other} is not projects/${named}.`);
  const services = names.map((name) => name.split('/').at(-1) ?? '');
  const unknown = services.filter((one) => !(one in SERVICES));
  if (unknown.length > 0) return notFound(unknown);
  return [200, { services: services.map((one) => shown(google.state, project, one)) }];
}

/** Enables several services, all of them or none. */
export function batchEnableServices(google: Google, { named, body, stuck }: Call): Answer {
  const { state } = google;
  const project = ours(google, named, google.rightsDelay);
  if (!project) return noPermission(`project ${named}`);
  const services = ((body['serviceIds'] ?? []) as unknown[]).map(String);
  if (services.length === 0 || services.length > MOST_ENABLED)
    return refusal('INVALID_ARGUMENT', `From 1 to ${MOST_ENABLED} services can be enabled at once.`);
  const unknown = services.filter((one) => !(one in SERVICES));
  if (unknown.length > 0) return notFound(unknown);
  const billed = services.filter((one) => BILLED.has(one));
  if (billed.length > 0 && project.billingAccountName === '') return notPaid(project, billed);
  if (services.every((one) => isEnabled(state, project, one)))
    return [200, { name: NOTHING, done: true, response: responseOf(state, project, services) }];
  const failing = services.filter((one) => google.failing.has(one));
  const enabling: SimulatedEnabling = {
    name: `operations/acat.p2-${project.projectNumber}-${randomUUID()}`,
    projectId: project.projectId,
    services,
    readyAt: stuck ? null : Date.now() + google.delay,
    ...(failing.length > 0 && { error: failedWith(failing) }),
  };
  state.keepEnabling(enabling);
  // Google answers before it has done anything.
  return [200, { name: enabling.name, metadata: metadataOf(project, enabling) }];
}

/** How far the enabling of services is. */
export function getServicesOperation({ state }: Google, { named }: Call): Answer {
  const enabling = state.enablings.get(`operations/${named}`);
  const project = state.projects.get(enabling?.projectId ?? '');
  if (!enabling || !project) return refusal('NOT_FOUND', 'Requested entity was not found.');
  const { name, services, error } = enabling;
  const running = { name, metadata: metadataOf(project, enabling) };
  if (!isOver(enabling)) return [200, running];
  if (error) return [200, { ...running, done: true, error }];
  return [200, { ...running, done: true, response: responseOf(state, project, services) }];
}

const isOver = ({ readyAt }: SimulatedEnabling) => readyAt !== null && readyAt <= Date.now();

const isEnabled = ({ enablings }: GcpState, { projectId }: SimulatedProject, service: string): boolean =>
  [...enablings.values()].some(
    (one) => one.projectId === projectId && !one.error && isOver(one) && one.services.includes(service),
  );

/** Google names a project by its number, however it was named. */
function shown(state: GcpState, project: SimulatedProject, service: string): unknown {
  const parent = `projects/${project.projectNumber}`;
  return {
    name: `${parent}/services/${service}`,
    parent,
    config: { name: service, title: SERVICES[service] ?? '' },
    state: isEnabled(state, project, service) ? 'ENABLED' : 'DISABLED',
  };
}

const responseOf = (state: GcpState, project: SimulatedProject, services: readonly string[]) => ({
  '@type': `${TYPE}.BatchEnableServicesResponse`,
  services: services.map((one) => shown(state, project, one)),
});

const metadataOf = ({ projectNumber }: SimulatedProject, { services }: SimulatedEnabling) => ({
  '@type': `${TYPE}.OperationMetadata`,
  resourceNames: services.map((one) => `projects/${projectNumber}/services/${one}`),
});

const failedWith = (services: readonly string[]) => ({
  code: 13,
  message: `The services ${services.join(', ')} could not be enabled: an internal error occurred.`,
});

const preconditionFailure = (type: string, subject: string) => ({
  '@type': 'type.googleapis.com/google.rpc.PreconditionFailure',
  violations: [{ type, subject }],
});

/** Google says neither whether a service exists nor whose it is. */
function notFound(services: readonly string[]): Answer {
  const text = services.join(', ');
  return refusal('PERMISSION_DENIED', `Not found or permission denied for service(s): ${text}.`, [
    preconditionFailure('googleapis.com', `?error_code=220002&services=${text}`),
    errorInfo(
      'SERVICE_CONFIG_NOT_FOUND_OR_PERMISSION_DENIED',
      { services: text },
      'serviceusage.googleapis.com',
    ),
  ]);
}

/** Source: what `gcloud services enable` prints. */
function notPaid({ projectNumber }: SimulatedProject, services: readonly string[]): Answer {
  const text = services.join(',');
  const message = `Billing account for project '${projectNumber}' is not found. Billing must be enabled for activation of service(s) '${text}' to proceed.`;
  const domain = 'serviceusage.googleapis.com/billing-enabled';
  return refusal('FAILED_PRECONDITION', message, [
    preconditionFailure(
      'googleapis.com/billing-enabled',
      `?error_code=390001&project=${projectNumber}&services=${text}`,
    ),
    errorInfo('UREQ_PROJECT_BILLING_NOT_FOUND', { project: projectNumber, services: text }, domain),
  ]);
}
