-- What is forecast of a budget, and the thresholds of it.
ALTER TABLE "budgets"
  ADD COLUMN "forecast_thresholds" text,
  ADD COLUMN "forecast_by" text NOT NULL DEFAULT 'linear';
-- contract: the searched text is there again, under the same name, before anybody else sees the table.
ALTER TABLE "budgets" DROP COLUMN "search";
ALTER TABLE "budgets" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("account", '') || E'\n' || coalesce("thresholds", '') || E'\n' || coalesce("forecast_thresholds", '') || E'\n' || coalesce("forecast_by", '') || E'\n' || coalesce("currency", '') || E'\n' || coalesce("period", ''))) STORED;
CREATE INDEX "budgets_search" ON "budgets" USING gin ("search" gin_trgm_ops);
CREATE INDEX "budgets_pieces" ON "budgets" USING gin (search_pieces("search"));

-- A threshold is reached by what is booked or by the forecast, which is told of by itself.
ALTER TABLE budget_alerts
  ADD COLUMN basis text NOT NULL DEFAULT 'actual',
  -- The amount that was forecast, and what it went by; null where what is booked has reached the threshold.
  ADD COLUMN forecast numeric,
  ADD COLUMN forecast_by text;
ALTER TABLE budget_alerts DROP CONSTRAINT budget_alerts_pkey;
-- contract: it demands less than the key that goes.
ALTER TABLE budget_alerts ADD PRIMARY KEY (budget_id, period_start, threshold, basis);
CREATE INDEX budget_alerts_told ON budget_alerts (told_at);

CREATE OR REPLACE FUNCTION tell_webhooks_of_budget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('budget', CASE NEW.basis WHEN 'forecast' THEN 'forecast_reached' ELSE 'threshold_reached' END,
    jsonb_build_object(
      'id', NEW.budget_id, 'name', (SELECT name FROM budgets WHERE id = NEW.budget_id), 'period_start', NEW.period_start,
      'threshold', NEW.threshold, 'spent', NEW.spent::text, 'amount', NEW.amount::text, 'currency', NEW.currency,
      'forecast', NEW.forecast::text, 'forecast_by', NEW.forecast_by, 'billing_run', NEW.run_id, 'at', NEW.told_at));
  RETURN NULL;
END $$;
