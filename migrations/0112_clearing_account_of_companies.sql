-- The account that journal entries of a company are balanced against in SAP.
ALTER TABLE "companies" ADD COLUMN "clearing_gl" text;
-- contract: the searched text is there again, under the same name, before anybody else sees the table.
ALTER TABLE "companies" DROP COLUMN "search";
ALTER TABLE "companies" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("code", '') || E'\n' || coalesce("country", '') || E'\n' || coalesce("aws_gl", '') || E'\n' || coalesce("gcp_gl", '') || E'\n' || coalesce("azure_gl", '') || E'\n' || coalesce("gl_type", '') || E'\n' || coalesce("riOrReno", '') || E'\n' || coalesce("clearing_gl", ''))) STORED;
CREATE INDEX "companies_search" ON "companies" USING gin ("search" gin_trgm_ops);
CREATE INDEX "companies_pieces" ON "companies" USING gin (search_pieces("search"));
