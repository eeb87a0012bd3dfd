-- The thresholds of budgets that were reached: each of a period is told once.
CREATE TABLE budget_alerts (
  -- A budget that is deleted and brought back is the same one, which is not told of again.
  budget_id integer NOT NULL,
  -- The first day of the month or year of the budget.
  period_start date NOT NULL,
  -- In per cent of the amount of the budget.
  threshold integer NOT NULL,
  -- The first day of the month that was charged when it was reached.
  month date NOT NULL,
  -- What was booked when it was reached, and the amount of the budget then.
  spent numeric NOT NULL,
  amount numeric NOT NULL,
  currency text NOT NULL,
  -- The run after which it was found.
  run_id integer REFERENCES billing_runs (id) ON DELETE SET NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (budget_id, period_start, threshold)
);
CREATE INDEX budget_alerts_run ON budget_alerts (run_id);
CREATE INDEX budget_alerts_month ON budget_alerts (month);

CREATE FUNCTION tell_webhooks_of_budget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('budget', 'threshold_reached', jsonb_build_object(
    'id', NEW.budget_id, 'name', (SELECT name FROM budgets WHERE id = NEW.budget_id), 'period_start', NEW.period_start,
    'threshold', NEW.threshold, 'spent', NEW.spent::text, 'amount', NEW.amount::text, 'currency', NEW.currency,
    'billing_run', NEW.run_id, 'at', NEW.told_at));
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks AFTER INSERT ON budget_alerts FOR EACH ROW EXECUTE FUNCTION tell_webhooks_of_budget();
