import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { PoolClient } from 'pg';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { addDays } from './days.ts';
import { costCenters } from './data/cost-centers.ts';
import { certifications, dcoeMembers, emailOf, members } from './data/people.ts';
import { customers, missingReportTags } from './data/managers.ts';
import { membershipRequests } from './data/membership-requests.ts';
import { networks, projects } from './data/projects.ts';
import { approvals, copilotUsers, faqs, githubApps, glossary, products } from './data/texts.ts';

/** What is written after the cost centers, of which most of it is about. */
export interface Chapter {
  tx: PoolClient;
  services: EngineServices;
  who: Who;
  today: Date;
  /** Whether billing runs book the bills of the last months. */
  runsFollow: boolean;
}

/** Writes records by the rules of single ones; those that name others of the same list must come after them. */
export const add = (
  { tx, services, who }: Chapter,
  name: string,
  records: readonly object[],
  createdAt?: Date,
) =>
  services.createMany(
    tx,
    name,
    records.map((values) => ({ values: { ...values }, ...(createdAt && { createdAt }) })),
    who,
  );

/** The ids of records by what people call them. */
export async function idsBy(
  { tx }: Chapter,
  table: string,
  column: string,
): Promise<(name: string) => number> {
  const { rows } = await tx.query<{ id: number; name: string }>(`SELECT id, ${column} AS name FROM ${table}`);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The example data names '${name}', which is not among ${table}.`);
    return id;
  };
}

/** SAP's own cost centers, and the networks and projects that are charged to ours. */
export async function addProjects(chapter: Chapter): Promise<void> {
  const { today } = chapter;
  const day = (days: number | undefined) => (days === undefined ? null : addDays(today, days));
  const center = await idsBy(chapter, 'cost_centers', 'identifier');
  const company = await idsBy(chapter, 'companies', 'code');
  const contact = await idsBy(chapter, 'cloud_contacts', 'email');
  await add(
    chapter,
    'sap_cost_centers',
    costCenters
      .filter(({ identifier }) => !identifier.includes('/'))
      .map(({ identifier, company: code, owner }) => ({
        identifier,
        companies_id: company(code),
        cloud_contact_id: contact(owner),
      })),
  );
  // Backwards, since a record is replaced by one that is there already.
  const written = new Map<string, number>();
  for (const network of networks.toReversed()) {
    const [id = 0] = await add(chapter, 'cost_center_networks', [
      {
        identifier: network.identifier,
        wbs: network.wbs,
        cost_center_id: center(network.center),
        active_at: day(network.active),
        expired_at: day(network.expires),
        new_network_id: (network.replacement && written.get(network.replacement)) ?? null,
      },
    ]);
    written.set(network.identifier, id);
  }
  for (const { identifier, approved } of networks)
    if (approved)
      await chapter.services.update(
        'cost_center_networks',
        written.get(identifier) ?? 0,
        { approved: true },
        chapter.who,
        chapter.tx,
      );
  const known = new Map<string, number>();
  for (const project of projects.toReversed()) {
    const [id = 0] = await add(chapter, 'project_ids', [
      {
        identifier: project.identifier,
        cost_center_network_id: written.get(project.network),
        sap_project_name: project.sapName,
        ppm_project_name: project.ppmName,
        active_at: day(project.active),
        expired_at: day(project.expires),
        end_date: day(project.ends),
        active: project.running,
        cmp_approved: project.approved,
        new_project_id: (project.replacement && known.get(project.replacement)) ?? null,
      },
    ]);
    known.set(project.identifier, id);
  }
}

/** Members of the centre and of CODE, and the certificates of some. */
export async function addPeople(chapter: Chapter): Promise<void> {
  const unit = await idsBy(chapter, 'business_units', 'name');
  const department = await idsBy(chapter, 'departments', 'name');
  const contact = await idsBy(chapter, 'cloud_contacts', 'email');
  await add(
    chapter,
    'members',
    members.map(({ unit: unitName, department: departmentName, ...member }) => ({
      ...member,
      teams_included: member.team === 'Core',
      dl_included: member.team !== 'Community',
      business_units_id: unit(unitName),
      departments_id: department(departmentName),
    })),
  );
  await add(
    chapter,
    'dcoe_members',
    dcoeMembers.map(({ name, tenant, unit: unitName, department: departmentName, owner }, at) => ({
      name,
      email: emailOf(name),
      tenant,
      team: at % 3 === 0 ? 'Advisory' : 'Community',
      business_units_id: unit(unitName),
      departments_id: department(departmentName),
      cloud_contact_id: contact(owner),
      teams_included: at % 2 === 0,
      dl_included: at % 3 !== 2,
    })),
  );
  const member = await idsBy(chapter, 'members', 'name');
  await add(
    chapter,
    'cloud_certifications',
    certifications.map(([holder, name, provider, issued, expires]) => ({
      member_id: member(holder),
      name,
      provider,
      issue_date: addDays(chapter.today, issued),
      expiration_date: expires === null ? null : addDays(chapter.today, expires),
    })),
  );
}

/** Who asked to become a member, on different days. */
export async function addMembershipRequests(chapter: Chapter): Promise<void> {
  for (const [email, department, unit, days, completed] of membershipRequests) {
    const asked = { requesting_principal_user_id: email, department, business_unit: unit };
    const at = new Date(`${addDays(chapter.today, -days)}T10:20:00Z`);
    const [id = 0] = await add(chapter, 'team_membership_tickets', [asked], at);
    if (completed)
      await chapter.services.update('team_membership_tickets', id, { completed }, chapter.who, chapter.tx);
  }
}

/** What waits at Microsoft: it came on different days. */
export async function addApprovals(chapter: Chapter): Promise<void> {
  for (const [status, id, type, title, assigned, requested, days] of approvals)
    await add(
      chapter,
      'microsoft_approvals',
      [
        {
          status,
          approval_id: id,
          approval_type: type,
          title,
          assigned_to: [...assigned],
          requested_by: requested,
        },
      ],
      new Date(`${addDays(chapter.today, days)}T09:30:00Z`),
    );
}

/** A private key as GitHub gives it to an App, in PEM; the simulator of GitHub knows the Apps by it. */
async function newAppKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}

/** GitHub, the service catalog, and what people ask. */
export async function addServices(chapter: Chapter): Promise<void> {
  const center = await idsBy(chapter, 'cost_centers', 'identifier');
  const privateKey = await newAppKey();
  await add(
    chapter,
    'github_organization_apps',
    githubApps.map(({ name, description, center: payer, copilot }, at) => ({
      name,
      description,
      app_id: String(381_200 + at),
      client_id: `Iv1.example${at}`,
      private_key: privateKey,
      cost_centers_id: center(payer),
      copilot_enabled: copilot,
    })),
  );
  await add(
    chapter,
    'github_copilot_users',
    copilotUsers.map(([name, login, organization, payer, ticket]) => ({
      name,
      github_username: login,
      github_organization: organization,
      cost_center: payer,
      cloud_contact_email: emailOf(name),
      easy_vista_ticket_number: ticket,
      requestor: name,
    })),
  );
  await add(
    chapter,
    'service_catalog_products',
    products.map(([name, identifier, description]) => ({ name, identifier, description })),
  );
  await add(
    chapter,
    'customers',
    customers.map(([name, ids]) => ({ name, sfdc_ids: [...ids] })),
  );
  await add(
    chapter,
    'missing_report_tags',
    missingReportTags.map(([message, terms]) => ({
      print_debug_message: message,
      terms_to_ignore: [...terms],
    })),
  );
  await add(chapter, 'faqs', faqs);
  await add(
    chapter,
    'glossaries',
    glossary.map(([term, category, description]) => ({ term, category, description })),
  );
}
