-- +goose Up
-- The consortium's rules that decide results in more than one area. The newest version is in use.
CREATE TABLE consortium_rules (
    version bigint PRIMARY KEY,
    set_at  timestamptz NOT NULL,
    set_by  text NOT NULL, -- user name, or system
    rules   text NOT NULL -- JSON
);

-- +goose Down
DROP TABLE consortium_rules;
