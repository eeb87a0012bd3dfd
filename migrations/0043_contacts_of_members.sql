-- A member may be a cloud contact too, who owns cost centers and accounts.
ALTER TABLE "members" ADD COLUMN "cloud_contact_id" integer
  CONSTRAINT "members_cloud_contact_id_fkey" REFERENCES "cloud_contacts" ("id");
CREATE INDEX "members_cloud_contact_id_by_name" ON "members" USING btree ("cloud_contact_id", lower("name"), "id");
