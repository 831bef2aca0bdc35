-- +goose Up
-- Pages that show tables: their drafts and versions, whom they are shared with, and where they are published.
CREATE TABLE pages (
    id               TEXT PRIMARY KEY,
    title            TEXT NOT NULL, -- of the draft
    title_key        TEXT NOT NULL, -- case-folded, for sorting
    area             TEXT NOT NULL,
    owner            TEXT NOT NULL, -- user name
    owner_id         TEXT NOT NULL REFERENCES users (id),
    sharing          TEXT NOT NULL,
    table_id         TEXT NOT NULL, -- of the draft
    copied           BOOLEAN NOT NULL, -- the table came with a copy of somebody else's page
    errors           INTEGER NOT NULL,
    warnings         INTEGER NOT NULL,
    versions         INTEGER NOT NULL, -- how many were kept
    origins          TEXT NOT NULL, -- JSON: sites on which it may stand in a frame
    picture_id       TEXT NOT NULL, -- '' for none
    slug             TEXT UNIQUE, -- the address; NULL when it is not published, and the following are without meaning
    published_number INTEGER NOT NULL, -- of the version that is shown
    published_table  TEXT NOT NULL,
    published_title  TEXT NOT NULL,
    published_about  TEXT NOT NULL,
    follow           BOOLEAN NOT NULL,
    next_table       TEXT NOT NULL, -- made of a newer version of the source; '' for none
    behind           TEXT NOT NULL, -- why it is not shown; '' while it is not known
    published_at     TIMESTAMP,
    published_by     TEXT NOT NULL, -- user name
    created_at       TIMESTAMP NOT NULL,
    updated_at       TIMESTAMP NOT NULL,
    updated_by       TEXT NOT NULL, -- user name
    deleted_at       TIMESTAMP, -- in the bin since
    version          INTEGER NOT NULL,
    search_key       TEXT NOT NULL -- case-folded words that a search looks at
);
CREATE INDEX pages_owner ON pages (owner_id);
CREATE INDEX pages_table ON pages (table_id);
CREATE INDEX pages_updated ON pages (updated_at, id);

CREATE TABLE page_people (
    page_id TEXT NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id),
    PRIMARY KEY (page_id, user_id)
);
CREATE INDEX page_people_user ON page_people (user_id);

CREATE TABLE page_drafts (
    page_id  TEXT PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    document TEXT NOT NULL -- JSON
);

CREATE TABLE page_versions (
    page_id    TEXT NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    name       TEXT NOT NULL,
    table_id   TEXT NOT NULL, -- that it was made with
    document   TEXT NOT NULL, -- JSON
    created_by TEXT NOT NULL, -- user name
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (page_id, number)
);

-- +goose Down
DROP TABLE page_versions;
DROP TABLE page_drafts;
DROP TABLE page_people;
DROP TABLE pages;
