-- +goose Up
-- Pages that show tables: their drafts and versions, whom they are shared with, and where they are published.
CREATE TABLE pages (
    id               text COLLATE "C" PRIMARY KEY,
    title            text NOT NULL, -- of the draft
    title_key        text COLLATE "C" NOT NULL, -- case-folded, for sorting
    area             text COLLATE "C" NOT NULL,
    owner            text NOT NULL, -- user name
    owner_id         text COLLATE "C" NOT NULL REFERENCES users (id),
    sharing          text COLLATE "C" NOT NULL,
    table_id         text COLLATE "C" NOT NULL, -- of the draft
    copied           boolean NOT NULL, -- the table came with a copy of somebody else's page
    errors           bigint NOT NULL,
    warnings         bigint NOT NULL,
    versions         bigint NOT NULL, -- how many were kept
    origins          text NOT NULL, -- JSON: sites on which it may stand in a frame
    picture_id       text COLLATE "C" NOT NULL, -- '' for none
    slug             text COLLATE "C" UNIQUE, -- the address; NULL when it is not published, and the following are without meaning
    published_number bigint NOT NULL, -- of the version that is shown
    published_table  text COLLATE "C" NOT NULL,
    published_title  text NOT NULL,
    published_about  text NOT NULL,
    follow           boolean NOT NULL,
    next_table       text COLLATE "C" NOT NULL, -- made of a newer version of the source; '' for none
    behind           text NOT NULL, -- why it is not shown; '' while it is not known
    published_at     timestamptz,
    published_by     text NOT NULL, -- user name
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    updated_by       text NOT NULL, -- user name
    deleted_at       timestamptz, -- in the bin since
    version          bigint NOT NULL,
    search_key       text NOT NULL -- case-folded words that a search looks at
);
CREATE INDEX pages_owner ON pages (owner_id);
CREATE INDEX pages_table ON pages (table_id);
CREATE INDEX pages_updated ON pages (updated_at, id);

CREATE TABLE page_people (
    page_id text COLLATE "C" NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    user_id text COLLATE "C" NOT NULL REFERENCES users (id),
    PRIMARY KEY (page_id, user_id)
);
CREATE INDEX page_people_user ON page_people (user_id);

CREATE TABLE page_drafts (
    page_id  text COLLATE "C" PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    document text NOT NULL -- JSON
);

CREATE TABLE page_versions (
    page_id    text COLLATE "C" NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    number     bigint NOT NULL,
    name       text NOT NULL,
    table_id   text COLLATE "C" NOT NULL, -- that it was made with
    document   text NOT NULL, -- JSON
    created_by text NOT NULL, -- user name
    created_at timestamptz NOT NULL,
    PRIMARY KEY (page_id, number)
);

-- +goose Down
DROP TABLE page_versions;
DROP TABLE page_drafts;
DROP TABLE page_people;
DROP TABLE pages;
