import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface SimulatedSeat {
  login: string;
  plan: string;
  /** ISO 8601. */
  createdAt: string;
  lastActivityAt: string | null;
  lastEditor: string | null;
  /** `YYYY-MM-DD`. */
  pendingCancellation: string | null;
  /** The name of a team; null: by themselves. */
  team: string | null;
}

export interface SimulatedOrganization {
  name: string;
  /** Whether it has Copilot. */
  copilot: boolean;
  seats: SimulatedSeat[];
}

/** The organizations by name, with their seats. All of it is written with each change, before anybody hears of it. */
export class GitHubState {
  readonly #file: string | null;
  readonly #organizations = new Map<string, SimulatedOrganization>();
  /** Whether its file was there before. */
  readonly isKnown: boolean;

  constructor(file: string | null) {
    this.#file = file;
    this.isKnown = file !== null && existsSync(file);
    if (file === null || !this.isKnown) return;
    const kept = JSON.parse(readFileSync(file, 'utf8')) as SimulatedOrganization[];
    for (const one of kept) this.#organizations.set(one.name.toLowerCase(), one);
  }

  /** One that nobody spoke of so far has Copilot, and no seats. Seats that ended are gone. */
  organization(name: string): SimulatedOrganization {
    const found = this.#organizations.get(name.toLowerCase()) ?? { name, copilot: true, seats: [] };
    this.#organizations.set(name.toLowerCase(), found);
    const today = new Date().toISOString().slice(0, 10);
    found.seats = found.seats.filter(({ pendingCancellation: end }) => end === null || end > today);
    return found;
  }

  put(organizations: readonly SimulatedOrganization[]): void {
    for (const one of organizations) this.#organizations.set(one.name.toLowerCase(), one);
    this.keep();
  }

  keep(): void {
    if (this.#file === null) return;
    writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#organizations.values()], null, 1));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
