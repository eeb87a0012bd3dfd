-- How often a browser has come with an answer to this request: each is verified, so few are taken.
ALTER TABLE sign_in_requests ADD COLUMN answers smallint NOT NULL DEFAULT 0;
-- Whether a browser has any open request is asked before a byte of its answer is read.
CREATE INDEX sign_in_requests_browser ON sign_in_requests (browser_hash, expires_at);

-- When the person's session at the identity provider ends, where it says so: ours ends no later.
ALTER TABLE sign_in_handoffs ADD COLUMN session_ends_at timestamptz;
