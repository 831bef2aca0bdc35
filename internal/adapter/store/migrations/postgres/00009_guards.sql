-- +goose Up
-- Where an account has signed in before.
CREATE TABLE known_places (
    user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    place   text COLLATE "C" NOT NULL, -- address:…, or device: with the SHA-256 of its cookie
    seen_at timestamptz NOT NULL, -- latest sign-in
    PRIMARY KEY (user_id, place)
);
CREATE INDEX known_places_seen_at ON known_places (seen_at);

-- What administrators gave to an account beside its roles.
CREATE TABLE user_permissions (
    user_id    text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    area       text COLLATE "C" NOT NULL,
    permission text COLLATE "C" NOT NULL,
    PRIMARY KEY (user_id, area, permission)
);

-- Who made an account, invited its owner or sent them a link for a new password
-- that was used: whoever did could have signed in as them.
CREATE TABLE account_makers (
    user_id  text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    maker_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, maker_id)
);
CREATE INDEX account_makers_maker_id ON account_makers (maker_id);
INSERT INTO account_makers (user_id, maker_id)
SELECT users.id, makers.id FROM users JOIN users AS makers ON makers.user_name = users.invited_by;

-- +goose Down
DROP TABLE account_makers;
DROP TABLE user_permissions;
DROP TABLE known_places;
