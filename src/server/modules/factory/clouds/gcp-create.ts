import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { GcpProject, GcpProvider, NewGcpProject } from '#server/providers/gcp/interface.ts';
import type { Ids, Step, StepAnswer, StepContext } from '../ledger/step.ts';

/** Says which deployment made a project; its value is in the input of the step. */
export const DEPLOYMENT_LABEL = 'skyledger-deployment';

/** How often, and after how many seconds each, one looks for a project whose id is taken, until it is a stranger's. */
export interface Settling {
  seconds: number;
  looks: number;
}

/** The input of the step. */
interface Input {
  /** Candidates for its id, the preferred one first. */
  ids: readonly string[];
  name: string;
  parent: string;
  /** Such as 'Production / Shop'. */
  folder: string;
  labels: Readonly<Record<string, string>>;
}

const LOOK_AGAIN_SECONDS = 2;

/**
 * The step that makes a project. Google takes no token of the caller, so the project has a label that no other has: one
 * that is there with it was made by an earlier attempt, whatever became of the answer. An id that is taken, while no
 * project of that id can be seen, is either on its way or somebody else's; after some looks the next id is tried.
 */
export function createProjectStep(
  gcp: GcpProvider,
  settling: Settling,
  input: (context: StepContext) => Promise<Input & Record<string, unknown>>,
): Step {
  const made = ({ id, number }: GcpProject, { ids, folder }: Input): StepAnswer => ({
    state: 'done',
    ids: { project_id: id, project_number: number, folder },
    note: id === ids[0] ? id : `${id}, since ${ids[0]} belongs to somebody else.`,
  });
  const isOurs = (project: GcpProject | null, wanted: Input): project is GcpProject =>
    project !== null && project.labels[DEPLOYMENT_LABEL] === wanted.labels[DEPLOYMENT_LABEL];

  /** Requests the project under the ids from this one on. */
  const create = async (wanted: Input, from: number): Promise<StepAnswer> => {
    for (const id of wanted.ids.slice(from)) {
      const { name, parent, labels } = wanted;
      const begun = await begin({ id, name, parent, labels });
      if (begun)
        return {
          state: 'waiting',
          ids: { project_id: id, operation: begun, taken: '' },
          lookAgain: LOOK_AGAIN_SECONDS,
        };
      const project = await gcp.project(id);
      if (isOurs(project, wanted)) return made(project, wanted);
      // Another project of the organization has it, for sure.
      if (project) continue;
      return {
        state: 'waiting',
        ids: { taken: id, looks: '0', operation: '' },
        note: `Is ${id} ours?`,
        lookAgain: settling.seconds,
      };
    }
    const tried = wanted.ids.join(', ');
    throw new ProviderFailure(
      'refused',
      `Each id is taken by somebody else: ${tried}. Ask for another name.`,
    );
  };

  /** The operation; null where the id is taken. */
  const begin = async (project: NewGcpProject): Promise<string | null> => {
    try {
      return (await gcp.createProject(project)).operation;
    } catch (error) {
      if (error instanceof ProviderFailure && error.code === 'ALREADY_EXISTS') return null;
      throw error;
    }
  };

  const next = (wanted: Input, id: string) => create(wanted, wanted.ids.indexOf(id) + 1);

  /** Whether an id that is taken turned out to be ours. */
  const settle = async (wanted: Input, { taken = '', looks = '0' }: Ids): Promise<StepAnswer> => {
    const project = await gcp.project(taken);
    if (isOurs(project, wanted)) return made(project, wanted);
    const looked = Number(looks) + 1;
    if (project || looked >= settling.looks) return next(wanted, taken);
    return {
      state: 'waiting',
      ids: { looks: String(looked) },
      note: `Is ${taken} ours?`,
      lookAgain: settling.seconds,
    };
  };

  const follow = async (wanted: Input, { operation = '', project_id: id = '' }: Ids): Promise<StepAnswer> => {
    const creation = await gcp.creation(operation);
    if (creation.state === 'running')
      return { state: 'waiting', note: 'Google creates the project.', lookAgain: LOOK_AGAIN_SECONDS };
    if (creation.state === 'failed') {
      if (creation.code === 'ALREADY_EXISTS') return next(wanted, id);
      const why = `Google did not create the project: ${creation.message || creation.code}.`;
      throw new ProviderFailure('refused', `${why} Change what it names, and ask again.`, {
        code: creation.code,
      });
    }
    const project = await gcp.project(id);
    if (isOurs(project, wanted)) return made(project, wanted);
    if (creation.state === 'done')
      return {
        state: 'waiting',
        note: 'Google does not show the project yet.',
        lookAgain: LOOK_AGAIN_SECONDS,
      };
    throw new ProviderFailure(
      'refused',
      `Google no longer knows the operation, and shows no project ${id}. Look for it in Google's console, then retry.`,
    );
  };

  const find = async (wanted: Input, ids: Ids): Promise<StepAnswer | null> => {
    for (const id of wanted.ids) {
      const project = await gcp.project(id);
      if (isOurs(project, wanted)) return made(project, wanted);
    }
    if (!ids['operation']) return null;
    const { state } = await gcp.creation(ids['operation']);
    return state === 'running' ? { state: 'waiting', lookAgain: LOOK_AGAIN_SECONDS } : null;
  };

  return {
    name: 'create_project',
    label: 'Create the project',
    isPointOfNoReturn: true,
    input,
    find: async ({ ids }, given) => find(inputOf(given), ids),
    call: async (_, given) => create(inputOf(given), 0),
    look: async ({ ids }, given) =>
      ids['taken'] ? settle(inputOf(given), ids) : follow(inputOf(given), ids),
  };
}

/** The ledger keeps it as JSON. */
const inputOf = (given: Record<string, unknown>) => given as unknown as Input;
