-- The last change of a group's memberships is looked up for each group of an access review.
CREATE INDEX ad_membership_changes_group ON ad_membership_changes (ad_group_id, noticed_at);
