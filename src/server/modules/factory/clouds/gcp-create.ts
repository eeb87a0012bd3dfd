import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { GcpProject, GcpProvider, NewGcpProject } from '#server/providers/gcp/interface.ts';
import type { Ids, Step, StepAnswer, StepContext } from '../ledger/step.ts';
import { isNew } from './gcp-new-project.ts';

/** Says which deployment made a project; its value is in the input of the step. */
export const DEPLOYMENT_LABEL = 'skyledger-deployment';

type Labels = Readonly<Record<string, string>>;

/** How often, and after how many seconds each, one looks for a project whose id is taken, until it is a stranger's. */
export interface Settling {
  seconds: number;
  looks: number;
  /** How long the rights on a new project may be on their way; by default a quarter of an hour. */
  lateSeconds?: number;
}

/** The input of the step. */
interface Input {
  /** Candidates for its id, the preferred one first. */
  ids: readonly string[];
  name: string;
  parent: string;
  /** Such as 'Production / Shop'. */
  folder: string;
  labels: Labels;
  /** The same by the narrower rule, for a Google that takes no others; absent where the step began before there were such. */
  narrow_labels?: Labels;
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
  const creation = new Creation(gcp, settling);
  return {
    name: 'create_project',
    label: 'Create the project',
    isPointOfNoReturn: true,
    input,
    find: async ({ ids }, given) => creation.find(inputOf(given), ids),
    call: async (_, given) => creation.create(inputOf(given), 0),
    look: async ({ ids }, given) =>
      ids['taken'] ? creation.settle(inputOf(given), ids) : creation.follow(inputOf(given), ids),
  };
}

/** The ledger keeps it as JSON. */
const inputOf = (given: Record<string, unknown>) => given as unknown as Input;

class Creation {
  readonly #gcp: GcpProvider;
  readonly #settling: Settling;

  constructor(gcp: GcpProvider, settling: Settling) {
    this.#gcp = gcp;
    this.#settling = settling;
  }

  /** Requests the project under the ids from this one on. */
  async create(wanted: Input, from: number): Promise<StepAnswer> {
    for (const id of wanted.ids.slice(from)) {
      const operation = await this.#begin(wanted, id);
      if (operation) {
        const createdAt = new Date().toISOString();
        return {
          state: 'waiting',
          ids: { project_id: id, operation, created_at: createdAt, taken: '' },
          lookAgain: LOOK_AGAIN_SECONDS,
        };
      }
      const project = await this.#gcp.project(id);
      if (isOurs(project, wanted)) return made(project, wanted);
      // Another project of the organization has it, for sure.
      if (project) continue;
      return {
        state: 'waiting',
        ids: { taken: id, looks: '0', operation: '' },
        note: `Is ${id} ours?`,
        lookAgain: this.#settling.seconds,
      };
    }
    const tried = wanted.ids.join(', ');
    throw new ProviderFailure(
      'refused',
      `Each id is taken by somebody else: ${tried}. Ask for another name.`,
    );
  }

  /** Whether an id that is taken turned out to be ours. */
  async settle(wanted: Input, { taken = '', looks = '0' }: Ids): Promise<StepAnswer> {
    const project = await this.#gcp.project(taken);
    if (isOurs(project, wanted)) return made(project, wanted);
    const looked = Number(looks) + 1;
    if (project || looked >= this.#settling.looks) return this.#next(wanted, taken);
    return {
      state: 'waiting',
      ids: { looks: String(looked) },
      note: `Is ${taken} ours?`,
      lookAgain: this.#settling.seconds,
    };
  }

  /** How far the operation of a creation is. */
  async follow(wanted: Input, ids: Ids): Promise<StepAnswer> {
    const { operation = '', project_id: id = '' } = ids;
    const creation = await this.#gcp.creation(operation);
    if (creation.state === 'running')
      return { state: 'waiting', note: 'Google creates the project.', lookAgain: LOOK_AGAIN_SECONDS };
    if (creation.state === 'failed') {
      if (creation.failure.code === 'ALREADY_EXISTS') return this.#next(wanted, id);
      throw creation.failure;
    }
    const project = await this.#gcp.project(id);
    if (isOurs(project, wanted)) return made(project, wanted);
    if (creation.state === 'done' || isNew(ids, this.#settling.lateSeconds))
      return {
        state: 'waiting',
        note: 'Google does not show the project yet.',
        lookAgain: LOOK_AGAIN_SECONDS,
      };
    throw new ProviderFailure(
      'refused',
      `Google no longer knows the operation, and shows no project ${id}. Look for it in Google's console, then retry.`,
    );
  }

  /** What an earlier attempt made, or is about to; null where there is nothing. */
  async find(wanted: Input, ids: Ids): Promise<StepAnswer | null> {
    for (const id of wanted.ids) {
      const project = await this.#gcp.project(id);
      if (isOurs(project, wanted)) return made(project, wanted);
    }
    if (!ids['operation']) return null;
    const { state } = await this.#gcp.creation(ids['operation']);
    return state === 'running' ? { state: 'waiting', lookAgain: LOOK_AGAIN_SECONDS } : null;
  }

  #next(wanted: Input, id: string): Promise<StepAnswer> {
    return this.create(wanted, wanted.ids.indexOf(id) + 1);
  }

  /** The operation; null where the id is taken. */
  async #begin({ name, parent, labels, narrow_labels: narrow }: Input, id: string): Promise<string | null> {
    const project = { id, name, parent };
    try {
      return await this.#request({ ...project, labels });
    } catch (error) {
      if (!narrow || !isAboutLabels(error)) throw error;
      return this.#request({ ...project, labels: narrow });
    }
  }

  async #request(project: NewGcpProject): Promise<string | null> {
    try {
      return (await this.#gcp.createProject(project)).operation;
    } catch (error) {
      if (error instanceof ProviderFailure && error.code === 'ALREADY_EXISTS') return null;
      throw error;
    }
  }
}

const isOurs = (project: GcpProject | null, wanted: Input): project is GcpProject =>
  project !== null && project.labels[DEPLOYMENT_LABEL] === wanted.labels[DEPLOYMENT_LABEL];

function made(project: GcpProject, wanted: Input): StepAnswer {
  const { id, number, createdAt } = project;
  const [first = ''] = wanted.ids;
  const notes = [
    ...(id === first ? [] : [`${id}, since ${first} belongs to somebody else.`]),
    ...narrowedNote(project, wanted),
  ];
  return {
    state: 'done',
    ids: {
      project_id: id,
      project_number: number,
      folder: wanted.folder,
      ...(createdAt > 0 && { created_at: new Date(createdAt).toISOString() }),
    },
    note: notes.length === 0 ? id : notes.join(' '),
  };
}

/** Says which labels a project has in the place of those that Google refused. */
function narrowedNote(
  { labels }: GcpProject,
  { narrow_labels: narrow = {}, labels: wanted }: Input,
): string[] {
  const instead = Object.entries(narrow).filter(([key, value]) => wanted[key] !== value);
  if (instead.length === 0 || instead.some(([key, value]) => labels[key] !== value)) return [];
  const written = instead.map(([key, value]) => `${key}: ${value}`).join(', ');
  return [`Google takes no labels with underscores, so they are ${written}.`];
}

/** Google refuses a project for its labels before it makes anything. */
export const isAboutLabels = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.code === 'INVALID_ARGUMENT' && /\blabels?\b/i.test(error.message);
