-- +goose Up
-- How an account came to its maker: 1 an administrator invited or reset it, 2 an administrator
-- chose its password, 3 another account made, invited, reset or promoted it.
ALTER TABLE account_makers ADD COLUMN bond INTEGER NOT NULL DEFAULT 3;
UPDATE account_makers SET bond = 1 WHERE maker_id IN (SELECT user_id FROM user_roles WHERE role = 'admin');

-- Who proves to be a person of their own may review what they might not before.
-- +goose StatementBegin
CREATE TRIGGER second_factors_tie_added AFTER INSERT ON second_factors BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER second_factors_tie_changed AFTER UPDATE OF confirmed_at ON second_factors BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER second_factors_tie_removed AFTER DELETE ON second_factors BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER account_identities_tie_added AFTER INSERT ON account_identities BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER account_identities_tie_changed AFTER UPDATE ON account_identities BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
CREATE TRIGGER account_identities_tie_removed AFTER DELETE ON account_identities BEGIN UPDATE revisions SET revision = revision + 1 WHERE subject = 'uploads'; END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER account_identities_tie_removed;
DROP TRIGGER account_identities_tie_changed;
DROP TRIGGER account_identities_tie_added;
DROP TRIGGER second_factors_tie_removed;
DROP TRIGGER second_factors_tie_changed;
DROP TRIGGER second_factors_tie_added;
ALTER TABLE account_makers DROP COLUMN bond;
