-- The first members of a directory group by name, which lists show; the next reading of the directory fills them in.
ALTER TABLE "ad_groups" ADD COLUMN "first_members" jsonb NOT NULL DEFAULT '[]';
