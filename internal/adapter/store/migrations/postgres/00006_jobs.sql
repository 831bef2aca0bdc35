-- +goose Up
-- Jobs serve several areas; those so far were of hermes.
ALTER TABLE jobs ADD COLUMN area text NOT NULL DEFAULT 'hermes';
ALTER TABLE jobs ALTER COLUMN area DROP DEFAULT;

-- +goose Down
-- What a program before this version cannot work on goes; it would fail at it.
DELETE FROM jobs WHERE area <> 'hermes';
ALTER TABLE jobs DROP COLUMN area;
