-- +goose Up
-- The words of search_key: which objects of a table have a word, and each word once, where parts of words are looked for.
-- Triggers keep both, so that they change in the transaction of the object. A word of more than 300 characters is kept as ''.
CREATE TABLE search_words (
    kind      text COLLATE "C" NOT NULL, -- table of the object
    word      text COLLATE "C" NOT NULL,
    object_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, word, object_id)
);
CREATE INDEX search_words_object ON search_words (kind, object_id);
CREATE TABLE search_terms (
    kind text COLLATE "C" NOT NULL,
    word text COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, word)
);

-- +goose StatementBegin
CREATE FUNCTION words_of(search_key text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
    SELECT DISTINCT CASE WHEN length(word) > 300 THEN '' ELSE word END
    FROM unnest(string_to_array(replace(search_key, chr(10), ' '), ' ')) AS word WHERE word <> '';
$$;

CREATE FUNCTION keep_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM search_words WHERE kind = TG_TABLE_NAME AND object_id = OLD.id;
        DELETE FROM search_terms AS k WHERE k.kind = TG_TABLE_NAME AND k.word IN (SELECT words_of(OLD.search_key))
            AND NOT EXISTS (SELECT 1 FROM search_words AS w WHERE w.kind = k.kind AND w.word = k.word);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO search_words (kind, word, object_id) SELECT TG_TABLE_NAME, words_of(NEW.search_key), NEW.id;
        INSERT INTO search_terms (kind, word) SELECT TG_TABLE_NAME, words_of(NEW.search_key) ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END;
$$;
-- +goose StatementEnd

CREATE TRIGGER studies_words_given AFTER INSERT OR DELETE ON studies FOR EACH ROW EXECUTE FUNCTION keep_words();
CREATE TRIGGER studies_words_changed AFTER UPDATE OF search_key ON studies FOR EACH ROW WHEN (OLD.search_key <> NEW.search_key) EXECUTE FUNCTION keep_words();
CREATE TRIGGER datasets_words_given AFTER INSERT OR DELETE ON datasets FOR EACH ROW EXECUTE FUNCTION keep_words();
CREATE TRIGGER datasets_words_changed AFTER UPDATE OF search_key ON datasets FOR EACH ROW WHEN (OLD.search_key <> NEW.search_key) EXECUTE FUNCTION keep_words();
CREATE TRIGGER hermes_uploads_words_given AFTER INSERT OR DELETE ON hermes_uploads FOR EACH ROW EXECUTE FUNCTION keep_words();
CREATE TRIGGER hermes_uploads_words_changed AFTER UPDATE OF search_key ON hermes_uploads FOR EACH ROW WHEN (OLD.search_key <> NEW.search_key) EXECUTE FUNCTION keep_words();
CREATE TRIGGER meta_analyses_words_given AFTER INSERT OR DELETE ON meta_analyses FOR EACH ROW EXECUTE FUNCTION keep_words();
CREATE TRIGGER meta_analyses_words_changed AFTER UPDATE OF search_key ON meta_analyses FOR EACH ROW WHEN (OLD.search_key <> NEW.search_key) EXECUTE FUNCTION keep_words();
CREATE TRIGGER pages_words_given AFTER INSERT OR DELETE ON pages FOR EACH ROW EXECUTE FUNCTION keep_words();
CREATE TRIGGER pages_words_changed AFTER UPDATE OF search_key ON pages FOR EACH ROW WHEN (OLD.search_key <> NEW.search_key) EXECUTE FUNCTION keep_words();
CREATE TRIGGER indexes_words_given AFTER INSERT OR DELETE ON indexes FOR EACH ROW EXECUTE FUNCTION keep_words();
CREATE TRIGGER indexes_words_changed AFTER UPDATE OF search_key ON indexes FOR EACH ROW WHEN (OLD.search_key <> NEW.search_key) EXECUTE FUNCTION keep_words();
CREATE TRIGGER users_words_given AFTER INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION keep_words();
CREATE TRIGGER users_words_changed AFTER UPDATE OF search_key ON users FOR EACH ROW WHEN (OLD.search_key <> NEW.search_key) EXECUTE FUNCTION keep_words();
CREATE TRIGGER sgc_cohorts_words_given AFTER INSERT OR DELETE ON sgc_cohorts FOR EACH ROW EXECUTE FUNCTION keep_words();
CREATE TRIGGER sgc_cohorts_words_changed AFTER UPDATE OF search_key ON sgc_cohorts FOR EACH ROW WHEN (OLD.search_key <> NEW.search_key) EXECUTE FUNCTION keep_words();

INSERT INTO search_words (kind, word, object_id) SELECT 'studies', words_of(search_key), id FROM studies;
INSERT INTO search_words (kind, word, object_id) SELECT 'datasets', words_of(search_key), id FROM datasets;
INSERT INTO search_words (kind, word, object_id) SELECT 'hermes_uploads', words_of(search_key), id FROM hermes_uploads;
INSERT INTO search_words (kind, word, object_id) SELECT 'meta_analyses', words_of(search_key), id FROM meta_analyses;
INSERT INTO search_words (kind, word, object_id) SELECT 'pages', words_of(search_key), id FROM pages;
INSERT INTO search_words (kind, word, object_id) SELECT 'indexes', words_of(search_key), id FROM indexes;
INSERT INTO search_words (kind, word, object_id) SELECT 'users', words_of(search_key), id FROM users;
INSERT INTO search_words (kind, word, object_id) SELECT 'sgc_cohorts', words_of(search_key), id FROM sgc_cohorts;
INSERT INTO search_terms (kind, word) SELECT DISTINCT kind, word FROM search_words;

-- +goose Down
DROP TRIGGER sgc_cohorts_words_changed ON sgc_cohorts;
DROP TRIGGER sgc_cohorts_words_given ON sgc_cohorts;
DROP TRIGGER users_words_changed ON users;
DROP TRIGGER users_words_given ON users;
DROP TRIGGER indexes_words_changed ON indexes;
DROP TRIGGER indexes_words_given ON indexes;
DROP TRIGGER pages_words_changed ON pages;
DROP TRIGGER pages_words_given ON pages;
DROP TRIGGER meta_analyses_words_changed ON meta_analyses;
DROP TRIGGER meta_analyses_words_given ON meta_analyses;
DROP TRIGGER hermes_uploads_words_changed ON hermes_uploads;
DROP TRIGGER hermes_uploads_words_given ON hermes_uploads;
DROP TRIGGER datasets_words_changed ON datasets;
DROP TRIGGER datasets_words_given ON datasets;
DROP TRIGGER studies_words_changed ON studies;
DROP TRIGGER studies_words_given ON studies;
DROP FUNCTION keep_words();
DROP FUNCTION words_of(text);
DROP TABLE search_terms;
DROP TABLE search_words;
