-- +goose Up
-- How the registry presents itself: names, texts and logos. The newest version is in use.
CREATE TABLE consortium_profiles (
    version INTEGER PRIMARY KEY,
    set_at  DATETIME NOT NULL,
    set_by  TEXT NOT NULL, -- user name
    profile TEXT NOT NULL -- JSON
);

-- +goose Down
DROP TABLE consortium_profiles;
