-- +goose Up
-- How the registry presents itself: names, texts and logos. The newest version is in use.
CREATE TABLE consortium_profiles (
    version bigint PRIMARY KEY,
    set_at  timestamptz NOT NULL,
    set_by  text NOT NULL, -- user name
    profile text NOT NULL -- JSON
);

-- +goose Down
DROP TABLE consortium_profiles;
