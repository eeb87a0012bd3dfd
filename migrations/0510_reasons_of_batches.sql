-- Why a batch is asked for, where one reason is given for all of it, as for accounts that are adopted; worksheets have none.
ALTER TABLE request_batches ADD COLUMN reason text;
