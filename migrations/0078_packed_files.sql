-- Whether the portions of a file are packed, each for itself.
ALTER TABLE files ADD COLUMN packed boolean NOT NULL DEFAULT false;
