-- +goose Up
-- How an account came to its maker: 1 an administrator invited or reset it, 2 an administrator
-- chose its password, 3 another account made, invited, reset or promoted it.
ALTER TABLE account_makers ADD COLUMN bond BIGINT NOT NULL DEFAULT 3;
UPDATE account_makers SET bond = 1 WHERE maker_id IN (SELECT user_id FROM user_roles WHERE role = 'admin');

-- Who proves to be a person of their own may review what they might not before.
CREATE TRIGGER second_factors_tie AFTER INSERT OR UPDATE OF confirmed_at OR DELETE OR TRUNCATE ON second_factors EXECUTE FUNCTION raise_revision('uploads');
CREATE TRIGGER account_identities_tie AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON account_identities EXECUTE FUNCTION raise_revision('uploads');

-- +goose Down
DROP TRIGGER account_identities_tie ON account_identities;
DROP TRIGGER second_factors_tie ON second_factors;
ALTER TABLE account_makers DROP COLUMN bond;
