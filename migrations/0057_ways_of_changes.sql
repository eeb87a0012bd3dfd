-- Which way a change came, beside a person at a screen: [{"kind": "token", "name": "ci"}, …]; null for nothing beside.
ALTER TABLE record_history ADD COLUMN via jsonb;
