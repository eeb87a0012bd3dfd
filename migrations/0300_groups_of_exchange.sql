-- Graph says of a group whether Exchange keeps it only to who asks for that from the beginning of a reading: all groups are read anew.
UPDATE ad_sources SET cursors = cursors - 'groups' WHERE name = 'directory';
