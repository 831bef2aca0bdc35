-- +goose Up
-- Indexes are sorted by name without case, which is the first line of what a search
-- looks at.
ALTER TABLE indexes ADD COLUMN name_key text COLLATE "C" NOT NULL DEFAULT '';
UPDATE indexes SET name_key = split_part(search_key, E'\n', 1);
CREATE INDEX indexes_name ON indexes (name_key, id);
CREATE INDEX indexes_owner_name ON indexes (owner, id);

-- +goose Down
DROP INDEX indexes_owner_name;
DROP INDEX indexes_name;
ALTER TABLE indexes DROP COLUMN name_key;
