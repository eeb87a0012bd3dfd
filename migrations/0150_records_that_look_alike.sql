-- Records that differ in nothing that people see are one record: characters of no width, how an accent is composed, and which and
-- how many blanks stand between words tell nothing apart.

-- A text as it looks, without regard to case. Most texts are plain ASCII, and need only their blanks looked at.
CREATE FUNCTION look_alike(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN octet_length(value) = char_length(value)
      AND strpos(translate(value, E'\t\n\v\f\r', '     '), '  ') = 0
    THEN lower(btrim(translate(value, E'\t\n\v\f\r', '     ')))
    ELSE lower(btrim(regexp_replace(
      normalize(regexp_replace(value, '[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]', '', 'g'), NFC),
      '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g')))
  END
$$;

-- What was there before stays as it is: of records that look alike already the first keeps the others out, and these are left
-- out by their ids.
DO $$
DECLARE
  model record;
  keys text;
  twins integer[];
BEGIN
  FOR model IN SELECT * FROM (VALUES
    ('cost_centers', ARRAY['identifier']),
    ('sap_cost_centers', ARRAY['identifier']),
    ('cost_center_networks', ARRAY['identifier']),
    ('project_ids', ARRAY['identifier']),
    ('microsoft_approvals', ARRAY['approval_id']),
    ('companies', ARRAY['code', 'country', 'gl_type']),
    ('departments', ARRAY['name']),
    ('business_units', ARRAY['name']),
    ('cloud_contacts', ARRAY['email']),
    ('members', ARRAY['email']),
    ('dcoe_members', ARRAY['email']),
    ('customers', ARRAY['name']),
    ('github_organization_apps', ARRAY['name']),
    ('github_copilot_users', ARRAY['github_username', 'github_organization']),
    ('service_catalog_products', ARRAY['identifier']),
    ('glossaries', ARRAY['term']),
    ('missing_report_tags', ARRAY['print_debug_message']),
    ('cloud_parents', ARRAY['identifier']),
    ('virtual_machines', ARRAY['resource_id']),
    ('cloud_projects', ARRAY['name']),
    ('ad_groups', ARRAY['external_id']),
    ('ad_people', ARRAY['external_id']),
    ('ad_permission_sets', ARRAY['arn']),
    ('webhooks', ARRAY['name'])) AS models(name, fields)
  LOOP
    SELECT string_agg(format('look_alike(%I)', field), ', ' ORDER BY at) INTO keys
      FROM unnest(model.fields) WITH ORDINALITY AS given(field, at);
    EXECUTE format(
      'SELECT array_agg(id ORDER BY id) FROM (
         SELECT id, row_number() OVER (PARTITION BY %s ORDER BY id) AS place FROM %I WHERE %s) all_of_them
       WHERE place > 1',
      keys, model.name,
      CASE WHEN cardinality(model.fields) = 1 THEN format('%I IS NOT NULL', model.fields[1]) ELSE 'true' END)
      INTO twins;
    EXECUTE format('CREATE UNIQUE INDEX %I ON %I (%s)%s%s',
      model.name || '_' || array_to_string(model.fields, '_') || '_alike', model.name, keys,
      CASE WHEN cardinality(model.fields) = 1 THEN '' ELSE ' NULLS NOT DISTINCT' END,
      CASE WHEN twins IS NULL THEN '' ELSE format(' WHERE id <> ALL (%L::integer[])', twins) END);
  END LOOP;
END
$$;
