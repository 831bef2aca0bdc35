-- +goose Up
-- The consortium's rules that decide results in more than one area. The newest version is in use.
CREATE TABLE consortium_rules (
    version INTEGER PRIMARY KEY,
    set_at  DATETIME NOT NULL,
    set_by  TEXT NOT NULL, -- user name, or system
    rules   TEXT NOT NULL -- JSON
);

-- +goose Down
DROP TABLE consortium_rules;
