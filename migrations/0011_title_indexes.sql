-- A search as one types finds the titles that start with what is there so far.
CREATE INDEX "companies_title" ON "companies" USING btree (lower("code") text_pattern_ops);
CREATE INDEX "departments_title" ON "departments" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "business_units_title" ON "business_units" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "cloud_contacts_title" ON "cloud_contacts" USING btree (lower("email") text_pattern_ops);
CREATE INDEX "cost_centers_title" ON "cost_centers" USING btree (lower("identifier") text_pattern_ops);
