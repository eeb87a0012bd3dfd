-- How many records a table has, without reading it: the sum of its lines here, which change with the records in the
-- same transaction. A transaction takes a line that no other one holds, or begins one, so that none waits for another.
CREATE TABLE record_counts (
  resource text NOT NULL,
  line uuid NOT NULL DEFAULT gen_random_uuid(),
  records bigint NOT NULL,
  PRIMARY KEY (resource, line)
) WITH (fillfactor = 50);

CREATE FUNCTION count_records() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  more bigint;
  free uuid;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM record_counts WHERE resource = TG_TABLE_NAME;
    RETURN NULL;
  END IF;
  SELECT count(*) INTO more FROM changed;
  IF more = 0 THEN
    RETURN NULL;
  ELSIF TG_OP = 'DELETE' THEN
    more := -more;
  END IF;
  SELECT line INTO free FROM record_counts WHERE resource = TG_TABLE_NAME LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE record_counts SET records = records + more WHERE resource = TG_TABLE_NAME AND line = free;
  ELSE
    INSERT INTO record_counts (resource, records) VALUES (TG_TABLE_NAME, more);
  END IF;
  RETURN NULL;
END $$;

-- Has the records of a table counted from now on; nobody can change them meanwhile.
CREATE FUNCTION keep_record_count(resource_name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER count_created AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_records()', resource_name);
  EXECUTE format('CREATE OR REPLACE TRIGGER count_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_records()', resource_name);
  EXECUTE format('CREATE OR REPLACE TRIGGER count_emptied AFTER TRUNCATE ON %I
    FOR EACH STATEMENT EXECUTE FUNCTION count_records()', resource_name);
  DELETE FROM record_counts WHERE resource = resource_name;
  EXECUTE format('INSERT INTO record_counts (resource, records) SELECT %L, count(*) FROM %I', resource_name, resource_name);
END $$;

SELECT keep_record_count(name) FROM unnest(ARRAY['companies', 'departments', 'business_units', 'cloud_contacts', 'cost_centers']) name;

-- Lists by a reference, in their own order and the newest first. The indexes of the references alone are the first part of
-- these.
CREATE INDEX "cost_centers_companies_id_by_id" ON "cost_centers" USING btree ("companies_id", "id");
CREATE INDEX "cost_centers_companies_id_by_created_at" ON "cost_centers" USING btree ("companies_id", "created_at", "id");
CREATE INDEX "cost_centers_cloud_contact_id_by_id" ON "cost_centers" USING btree ("cloud_contact_id", "id");
CREATE INDEX "cost_centers_cloud_contact_id_by_created_at" ON "cost_centers" USING btree ("cloud_contact_id", "created_at", "id");
CREATE INDEX "cost_centers_business_units_id_by_id" ON "cost_centers" USING btree ("business_units_id", "id");
CREATE INDEX "cost_centers_business_units_id_by_created_at" ON "cost_centers" USING btree ("business_units_id", "created_at", "id");
CREATE INDEX "cost_centers_departments_id_by_id" ON "cost_centers" USING btree ("departments_id", "id");
CREATE INDEX "cost_centers_departments_id_by_created_at" ON "cost_centers" USING btree ("departments_id", "created_at", "id");
CREATE INDEX "cost_centers_by_created_at" ON "cost_centers" USING btree ("created_at", "id");
CREATE INDEX "companies_by_created_at" ON "companies" USING btree ("created_at", "id");
CREATE INDEX "departments_by_created_at" ON "departments" USING btree ("created_at", "id");
CREATE INDEX "business_units_by_created_at" ON "business_units" USING btree ("created_at", "id");
DROP INDEX "cost_centers_companies_id";
DROP INDEX "cost_centers_cloud_contact_id";
DROP INDEX "cost_centers_business_units_id";
DROP INDEX "cost_centers_departments_id";
