/** The columns of the file, and of the table that it is staged in. */
export const STAGED = [
  'identifier',
  'company_code',
  'companies_code',
  'cloud_contact_email',
  'business_unit_name',
  'department_name',
  'active_at',
  'expired_at',
] as const;

export const STAGE = `CREATE TEMPORARY TABLE staged (at integer GENERATED ALWAYS AS IDENTITY, identifier text,
  company_code text, companies_code text, cloud_contact_email text, business_unit_name text, department_name text,
  active_at date, expired_at date) ON COMMIT DROP`;

/** What the staged texts stand for, in the order of the file. */
const RESOLVED = `SELECT s.at, s.identifier, s.company_code, c.id AS companies_id, p.id AS cloud_contact_id,
    b.id AS business_units_id, d.id AS departments_id, s.active_at, s.expired_at
  FROM staged s
  LEFT JOIN companies c ON lower(btrim(c.code)) = lower(btrim(s.companies_code))
  LEFT JOIN cloud_contacts p ON lower(btrim(p.email)) = lower(btrim(s.cloud_contact_email))
  LEFT JOIN business_units b ON lower(btrim(b.name)) = lower(btrim(s.business_unit_name))
  LEFT JOIN departments d ON lower(btrim(d.name)) = lower(btrim(s.department_name))`;

/** What of a record the file says. */
const GIVEN = [
  'company_code',
  'companies_id',
  'cloud_contact_id',
  'business_units_id',
  'departments_id',
  'active_at',
  'expired_at',
] as const;

/** What would come of each row, and what of the file stands for nothing. */
export const PLAIN_PLAN = `SELECT count(*) FILTER (WHERE t.id IS NULL) AS created,
    count(*) FILTER (WHERE t.id IS NOT NULL AND (${GIVEN.map((name) => `t.${name} IS DISTINCT FROM r.${name}`).join(' OR ')})) AS updated,
    count(*) FILTER (WHERE r.companies_id IS NULL OR r.cloud_contact_id IS NULL OR r.business_units_id IS NULL
      OR r.departments_id IS NULL) AS wrong
  FROM (${RESOLVED}) r LEFT JOIN cost_centers t ON lower(btrim(t.identifier)) = lower(btrim(r.identifier))`;

/** By reference: the joined table that has the text which people see. */
const SHOWN: Partial<Record<string, readonly [table: string, column: string]>> = {
  companies_id: ['companies', 'code'],
  cloud_contact_id: ['cloud_contacts', 'email'],
  business_units_id: ['business_units', 'name'],
  departments_id: ['departments', 'name'],
};

const shownOf = (name: string, side: 'from' | 'to') =>
  SHOWN[name] ? `to_jsonb(${side}_${name}.${SHOWN[name][1]})` : 'NULL';

const joinsFor = (side: 'from' | 'to') =>
  Object.entries(SHOWN)
    .map(
      ([name, shown]) => `LEFT JOIN ${shown?.[0]} ${side}_${name} ON ${side}_${name}.id = w.${side}_${name}`,
    )
    .join(' ');

const created = ['identifier', ...GIVEN, 'approved'];

/** A line of a new record names every value, that of a change what differs; what is null is left out. */
const CREATED = `jsonb_strip_nulls(jsonb_build_object(${created
  .map(
    (name) =>
      `'${name}', CASE WHEN w.to_${name} IS NOT NULL THEN jsonb_build_object('to', to_jsonb(w.to_${name}), 'to_shown', ${shownOf(name, 'to')}) END`,
  )
  .join(', ')}))`;
const CHANGED = `jsonb_strip_nulls(jsonb_build_object(${GIVEN.map(
  (name) =>
    `'${name}', CASE WHEN w.from_${name} IS DISTINCT FROM w.to_${name} THEN jsonb_build_object('from', to_jsonb(w.from_${name}),
      'to', to_jsonb(w.to_${name}), 'from_shown', ${shownOf(name, 'from')}, 'to_shown', ${shownOf(name, 'to')}) END`,
).join(', ')}))`;

const columns = ['identifier', ...GIVEN].join(', ');

/** Inserts and changes the records, each with its line of history, in one statement over the staged rows. */
export const PLAIN_WRITE = `WITH written AS (
    INSERT INTO cost_centers AS t (${columns}, approved) SELECT ${columns}, false FROM (${RESOLVED} ORDER BY s.at) r
    ON CONFLICT (lower(btrim(identifier))) DO UPDATE
      SET ${GIVEN.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}, updated_at = now(), lock_version = t.lock_version + 1
      WHERE ${GIVEN.map((name) => `t.${name} IS DISTINCT FROM EXCLUDED.${name}`).join(' OR ')}
    RETURNING new.id, old.id AS known, new.lock_version, new.created_at,
      ${created.map((name) => `old.${name} AS from_${name}, new.${name} AS to_${name}`).join(', ')}
  )
  INSERT INTO record_history (resource, record_id, action, at, by_email, by_name, request_id, lock_version, changes)
  SELECT 'cost_centers', w.id, CASE WHEN w.known IS NULL THEN 'import' ELSE 'update' END,
    clock_timestamp(), 'bench@skyledger.example', NULL, 'the id of the request', w.lock_version,
    CASE WHEN w.known IS NULL THEN ${CREATED} ELSE ${CHANGED} END
  FROM written w ${joinsFor('from')} ${joinsFor('to')}`;
