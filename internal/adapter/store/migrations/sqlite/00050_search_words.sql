-- +goose Up
-- The words of search_key: which objects of a table have a word, and each word once, where parts of words are looked for.
-- Triggers keep both, so that they change in the transaction of the object. A word of more than 300 characters is kept as ''.
CREATE TABLE search_words (
    kind      TEXT NOT NULL, -- table of the object
    word      TEXT NOT NULL,
    object_id TEXT NOT NULL,
    PRIMARY KEY (kind, word, object_id)
) WITHOUT ROWID;
CREATE INDEX search_words_object ON search_words (kind, object_id);
CREATE TABLE search_terms (
    kind TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (kind, word)
) WITHOUT ROWID;

-- The split of a text at spaces and ends of lines: it becomes an array of JSON, whose strings contain neither.
-- +goose StatementBegin
CREATE TRIGGER studies_words_added AFTER INSERT ON studies BEGIN
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'studies', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'studies' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER studies_words_changed AFTER UPDATE OF search_key ON studies WHEN OLD.search_key <> NEW.search_key BEGIN
    DELETE FROM search_words WHERE kind = 'studies' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'studies'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'studies', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'studies' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER studies_words_removed AFTER DELETE ON studies BEGIN
    DELETE FROM search_words WHERE kind = 'studies' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'studies'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
END;
CREATE TRIGGER datasets_words_added AFTER INSERT ON datasets BEGIN
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'datasets', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'datasets' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER datasets_words_changed AFTER UPDATE OF search_key ON datasets WHEN OLD.search_key <> NEW.search_key BEGIN
    DELETE FROM search_words WHERE kind = 'datasets' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'datasets'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'datasets', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'datasets' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER datasets_words_removed AFTER DELETE ON datasets BEGIN
    DELETE FROM search_words WHERE kind = 'datasets' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'datasets'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
END;
CREATE TRIGGER hermes_uploads_words_added AFTER INSERT ON hermes_uploads BEGIN
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'hermes_uploads', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'hermes_uploads' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER hermes_uploads_words_changed AFTER UPDATE OF search_key ON hermes_uploads WHEN OLD.search_key <> NEW.search_key BEGIN
    DELETE FROM search_words WHERE kind = 'hermes_uploads' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'hermes_uploads'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'hermes_uploads', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'hermes_uploads' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER hermes_uploads_words_removed AFTER DELETE ON hermes_uploads BEGIN
    DELETE FROM search_words WHERE kind = 'hermes_uploads' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'hermes_uploads'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
END;
CREATE TRIGGER meta_analyses_words_added AFTER INSERT ON meta_analyses BEGIN
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'meta_analyses', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'meta_analyses' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER meta_analyses_words_changed AFTER UPDATE OF search_key ON meta_analyses WHEN OLD.search_key <> NEW.search_key BEGIN
    DELETE FROM search_words WHERE kind = 'meta_analyses' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'meta_analyses'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'meta_analyses', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'meta_analyses' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER meta_analyses_words_removed AFTER DELETE ON meta_analyses BEGIN
    DELETE FROM search_words WHERE kind = 'meta_analyses' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'meta_analyses'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
END;
CREATE TRIGGER pages_words_added AFTER INSERT ON pages BEGIN
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'pages', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'pages' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER pages_words_changed AFTER UPDATE OF search_key ON pages WHEN OLD.search_key <> NEW.search_key BEGIN
    DELETE FROM search_words WHERE kind = 'pages' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'pages'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'pages', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'pages' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER pages_words_removed AFTER DELETE ON pages BEGIN
    DELETE FROM search_words WHERE kind = 'pages' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'pages'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
END;
CREATE TRIGGER indexes_words_added AFTER INSERT ON indexes BEGIN
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'indexes', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'indexes' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER indexes_words_changed AFTER UPDATE OF search_key ON indexes WHEN OLD.search_key <> NEW.search_key BEGIN
    DELETE FROM search_words WHERE kind = 'indexes' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'indexes'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'indexes', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'indexes' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER indexes_words_removed AFTER DELETE ON indexes BEGIN
    DELETE FROM search_words WHERE kind = 'indexes' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'indexes'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
END;
CREATE TRIGGER users_words_added AFTER INSERT ON users BEGIN
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'users', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'users' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER users_words_changed AFTER UPDATE OF search_key ON users WHEN OLD.search_key <> NEW.search_key BEGIN
    DELETE FROM search_words WHERE kind = 'users' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'users'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'users', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'users' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER users_words_removed AFTER DELETE ON users BEGIN
    DELETE FROM search_words WHERE kind = 'users' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'users'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
END;
CREATE TRIGGER sgc_cohorts_words_added AFTER INSERT ON sgc_cohorts BEGIN
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'sgc_cohorts', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'sgc_cohorts' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER sgc_cohorts_words_changed AFTER UPDATE OF search_key ON sgc_cohorts WHEN OLD.search_key <> NEW.search_key BEGIN
    DELETE FROM search_words WHERE kind = 'sgc_cohorts' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'sgc_cohorts'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
    INSERT INTO search_words (kind, word, object_id)
    SELECT DISTINCT 'sgc_cohorts', CASE WHEN length(value) > 300 THEN '' ELSE value END, NEW.id FROM json_each('[' || replace(json_quote(replace(NEW.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
    INSERT INTO search_terms (kind, word)
    SELECT kind, word FROM search_words AS w WHERE w.kind = 'sgc_cohorts' AND w.object_id = NEW.id
        AND NOT EXISTS (SELECT 1 FROM search_terms AS k WHERE k.kind = w.kind AND k.word = w.word);
END;
CREATE TRIGGER sgc_cohorts_words_removed AFTER DELETE ON sgc_cohorts BEGIN
    DELETE FROM search_words WHERE kind = 'sgc_cohorts' AND object_id = OLD.id;
    DELETE FROM search_terms WHERE kind = 'sgc_cohorts'
        AND word IN (SELECT CASE WHEN length(value) > 300 THEN '' ELSE value END FROM json_each('[' || replace(json_quote(replace(OLD.search_key, char(10), ' ')), ' ', '","') || ']'))
        AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = search_terms.kind AND w.word = search_terms.word);
END;
-- +goose StatementEnd

INSERT INTO search_words (kind, word, object_id)
SELECT DISTINCT 'studies', CASE WHEN length(value) > 300 THEN '' ELSE value END, studies.id FROM studies CROSS JOIN json_each('[' || replace(json_quote(replace(studies.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
INSERT INTO search_words (kind, word, object_id)
SELECT DISTINCT 'datasets', CASE WHEN length(value) > 300 THEN '' ELSE value END, datasets.id FROM datasets CROSS JOIN json_each('[' || replace(json_quote(replace(datasets.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
INSERT INTO search_words (kind, word, object_id)
SELECT DISTINCT 'hermes_uploads', CASE WHEN length(value) > 300 THEN '' ELSE value END, hermes_uploads.id FROM hermes_uploads CROSS JOIN json_each('[' || replace(json_quote(replace(hermes_uploads.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
INSERT INTO search_words (kind, word, object_id)
SELECT DISTINCT 'meta_analyses', CASE WHEN length(value) > 300 THEN '' ELSE value END, meta_analyses.id FROM meta_analyses CROSS JOIN json_each('[' || replace(json_quote(replace(meta_analyses.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
INSERT INTO search_words (kind, word, object_id)
SELECT DISTINCT 'pages', CASE WHEN length(value) > 300 THEN '' ELSE value END, pages.id FROM pages CROSS JOIN json_each('[' || replace(json_quote(replace(pages.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
INSERT INTO search_words (kind, word, object_id)
SELECT DISTINCT 'indexes', CASE WHEN length(value) > 300 THEN '' ELSE value END, indexes.id FROM indexes CROSS JOIN json_each('[' || replace(json_quote(replace(indexes.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
INSERT INTO search_words (kind, word, object_id)
SELECT DISTINCT 'users', CASE WHEN length(value) > 300 THEN '' ELSE value END, users.id FROM users CROSS JOIN json_each('[' || replace(json_quote(replace(users.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
INSERT INTO search_words (kind, word, object_id)
SELECT DISTINCT 'sgc_cohorts', CASE WHEN length(value) > 300 THEN '' ELSE value END, sgc_cohorts.id FROM sgc_cohorts CROSS JOIN json_each('[' || replace(json_quote(replace(sgc_cohorts.search_key, char(10), ' ')), ' ', '","') || ']') WHERE value <> '';
INSERT INTO search_terms (kind, word) SELECT DISTINCT kind, word FROM search_words;

-- +goose Down
DROP TRIGGER sgc_cohorts_words_removed;
DROP TRIGGER sgc_cohorts_words_changed;
DROP TRIGGER sgc_cohorts_words_added;
DROP TRIGGER users_words_removed;
DROP TRIGGER users_words_changed;
DROP TRIGGER users_words_added;
DROP TRIGGER indexes_words_removed;
DROP TRIGGER indexes_words_changed;
DROP TRIGGER indexes_words_added;
DROP TRIGGER pages_words_removed;
DROP TRIGGER pages_words_changed;
DROP TRIGGER pages_words_added;
DROP TRIGGER meta_analyses_words_removed;
DROP TRIGGER meta_analyses_words_changed;
DROP TRIGGER meta_analyses_words_added;
DROP TRIGGER hermes_uploads_words_removed;
DROP TRIGGER hermes_uploads_words_changed;
DROP TRIGGER hermes_uploads_words_added;
DROP TRIGGER datasets_words_removed;
DROP TRIGGER datasets_words_changed;
DROP TRIGGER datasets_words_added;
DROP TRIGGER studies_words_removed;
DROP TRIGGER studies_words_changed;
DROP TRIGGER studies_words_added;
DROP TABLE search_terms;
DROP TABLE search_words;
