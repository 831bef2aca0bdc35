-- +goose Up
-- One history for all areas: that of data sets, which shows values, joins the others. What an entry is about names its area.
ALTER TABLE history DROP COLUMN area;
ALTER TABLE history ADD COLUMN changes TEXT NOT NULL DEFAULT 'null'; -- JSON list of field, before, after
INSERT INTO history (object, object_id, at, by_whom, action, detail, changes)
SELECT 'dataset', dataset_id, at, by_whom, action, detail, changes FROM dataset_history ORDER BY dataset_id, entry;
DROP TABLE dataset_history;
-- The order is that of writing, whatever the clock says.
DROP INDEX history_object;
CREATE INDEX history_object ON history (object, object_id, id);

-- +goose Down
DROP INDEX history_object;
CREATE INDEX history_object ON history (object, object_id, at, id);
CREATE TABLE dataset_history (
    dataset_id TEXT NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    entry      INTEGER NOT NULL,
    at         TIMESTAMP NOT NULL,
    by_whom    TEXT NOT NULL,
    action     TEXT NOT NULL,
    detail     TEXT NOT NULL,
    changes    TEXT NOT NULL,
    PRIMARY KEY (dataset_id, entry)
);
INSERT INTO dataset_history (dataset_id, entry, at, by_whom, action, detail, changes)
SELECT object_id, row_number() OVER (PARTITION BY object_id ORDER BY at, id), at, by_whom, action, detail, changes
FROM history WHERE object = 'dataset';
DELETE FROM history WHERE object = 'dataset';
ALTER TABLE history DROP COLUMN changes;
ALTER TABLE history ADD COLUMN area TEXT NOT NULL DEFAULT 'hermes';
UPDATE history SET area = 'sgc' WHERE object = 'cohort';
