-- Providers of bills that were written with capitals, as the words that are offered now: a row of an upload is known
-- again by them.
UPDATE cloud_bills SET provider = lower(provider)
WHERE lower(provider) IN ('aws', 'azure', 'gcp') AND provider <> lower(provider);
