-- Servers that are told of changes and finished work, and what each was told or is going to be.

-- Webhooks
CREATE TABLE "webhooks" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text NOT NULL,
  "url" text NOT NULL,
  "events" jsonb NOT NULL,
  "active" boolean NOT NULL,
  "trouble" text,
  "made_by" text,
  "secret" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("url", '') || E'\n' || coalesce(replace(replace("events"::text, '\"', '"'), '\\', '\'), '') || E'\n' || coalesce("trouble", '') || E'\n' || coalesce("made_by", ''))) STORED
);
CREATE UNIQUE INDEX "webhooks_name_key" ON "webhooks" USING btree (lower(btrim("name")));
CREATE INDEX "webhooks_sort" ON "webhooks" USING btree (lower("name"), "id");
CREATE INDEX "webhooks_title" ON "webhooks" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "webhooks_search" ON "webhooks" USING gin ("search" gin_trgm_ops);
CREATE INDEX "webhooks_pieces" ON "webhooks" USING gin (search_pieces("search"));
SELECT keep_record_count('webhooks');

-- Webhook Deliveries
CREATE TABLE "webhook_deliveries" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "webhook" text NOT NULL,
  "webhook_id" integer NOT NULL,
  "event" text NOT NULL,
  "record_id" integer,
  "message_id" text NOT NULL,
  "state" text NOT NULL,
  "attempts" integer NOT NULL,
  "status_code" integer,
  "answer" text,
  "error" text,
  "next_try" timestamp with time zone,
  "finished_at" timestamp with time zone,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("webhook", '') || E'\n' || coalesce("event", '') || E'\n' || coalesce("message_id", '') || E'\n' || coalesce("state", '') || E'\n' || coalesce("answer", '') || E'\n' || coalesce("error", ''))) STORED
);
CREATE INDEX "webhook_deliveries_sort" ON "webhook_deliveries" USING btree ("created_at", "id");
CREATE INDEX "webhook_deliveries_title" ON "webhook_deliveries" USING btree (lower("event") text_pattern_ops);
CREATE INDEX "webhook_deliveries_search" ON "webhook_deliveries" USING gin ("search" gin_trgm_ops);
CREATE INDEX "webhook_deliveries_pieces" ON "webhook_deliveries" USING gin (search_pieces("search"));
SELECT keep_record_count('webhook_deliveries');
-- What is told is made of the line of history when it is sent; of work it is kept here, since a job goes on.
ALTER TABLE webhook_deliveries ADD COLUMN line bigint, ADD COLUMN told jsonb;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_try, id) WHERE state = 'waiting';

-- What happens is written down for each webhook that wants it, in the transaction in which it happens: nothing that was
-- undone is told, and nothing that was done is forgotten, whoever wrote it. Where there is no webhook it costs a look.
CREATE FUNCTION tell_webhooks_of_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE active) THEN
    RETURN NULL;
  END IF;
  INSERT INTO webhook_deliveries (webhook_id, webhook, event, record_id, message_id, state, attempts, next_try, line)
  SELECT h.id, h.name,
    w.resource || CASE w.action WHEN 'update' THEN '.updated' WHEN 'delete' THEN '.deleted' WHEN 'restore' THEN '.restored'
      ELSE '.created' END,
    w.record_id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'waiting', 0, now(), w.id
  FROM written w JOIN webhooks h ON h.active AND h.events ?| ARRAY['*', 'record.*', w.resource || '.*']
  WHERE w.resource <> 'webhooks' ORDER BY w.id, h.id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks AFTER INSERT ON record_history REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tell_webhooks_of_changes();

CREATE FUNCTION tell_webhooks(kind text, event text, told jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_deliveries (webhook_id, webhook, event, message_id, state, attempts, next_try, told)
  SELECT h.id, h.name, $1 || '.' || $2, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'waiting', 0, now(), $3
  FROM webhooks h WHERE h.active AND h.events ?| ARRAY['*', $1 || '.*'] ORDER BY h.id
$$;

CREATE FUNCTION tell_webhooks_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('job', CASE NEW.state WHEN 'done' THEN 'finished' ELSE NEW.state END, jsonb_build_object(
    'id', NEW.id, 'kind', NEW.kind, 'title', NEW.title, 'state', NEW.state, 'error', NEW.error,
    'requested_by', NEW.created_by, 'at', coalesce(NEW.finished_at, now())));
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks AFTER UPDATE OF state ON jobs FOR EACH ROW
  WHEN (NEW.state IN ('done', 'failed') AND OLD.state <> NEW.state) EXECUTE FUNCTION tell_webhooks_of_job();

CREATE FUNCTION tell_webhooks_of_billing_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('billing_run', NEW.state, jsonb_build_object(
    'id', NEW.id, 'provider', NEW.provider, 'month', to_char(NEW.month, 'YYYY-MM'), 'state', NEW.state,
    'file_name', NEW.file_name, 'error', NEW.error, 'requested_by', NEW.created_by, 'at', now()));
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks AFTER UPDATE OF state ON billing_runs FOR EACH ROW
  WHEN (NEW.state NOT IN ('processing', 'finalizing') AND OLD.state <> NEW.state)
  EXECUTE FUNCTION tell_webhooks_of_billing_run();

CREATE FUNCTION tell_webhooks_of_cloud_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('cloud_request', CASE NEW.state WHEN 'done' THEN 'finished' ELSE NEW.state END, jsonb_build_object(
    'id', NEW.id, 'kind', NEW.kind, 'name', NEW.name, 'state', NEW.state, 'identifier', NEW.identifier,
    'cost_center', NEW.cost_center, 'error', NEW.error, 'requested_by', NEW.requested_by, 'at', now()));
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks AFTER UPDATE OF state ON cloud_deployments FOR EACH ROW
  WHEN (NEW.state IN ('done', 'failed', 'cancelled') AND OLD.state <> NEW.state)
  EXECUTE FUNCTION tell_webhooks_of_cloud_request();
