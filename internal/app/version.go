package app

import (
	"errors"
	"fmt"

	"cohortium/internal/app/console"
	"cohortium/internal/platform/config"
)

// VersionCmd is `version`.
type VersionCmd struct {
	config.Storage `embed:""`
	CheckData      bool `help:"Compare the database with what this program needs, and change nothing."`
}

// Run prints the version. With --check-data the status is 1 if the start of this program would
// upgrade the database, and 2 if it would be refused.
func (c *VersionCmd) Run(env *console.Env) (err error) {
	fmt.Fprintf(env.Stdout, "%s (%s)\n", console.Version, console.Commit)
	if !c.CheckData {
		return nil
	}
	if err := c.Storage.Validate(); err != nil {
		return console.Unusable(err)
	}
	db, files, err := openToCheck(env.Ctx, c.Storage)
	if err != nil {
		return console.Unusable(err)
	}
	defer func() { err = errors.Join(err, files.Close(), db.Close()) }()
	have, newest, err := db.Versions(env.Ctx)
	if err != nil {
		return console.Unusable(err)
	}
	if have > newest {
		return console.Unusable(db.CheckVersion(env.Ctx))
	}
	if have == newest {
		fmt.Fprintf(env.Stdout, "The database is at version %d, as this program needs it.\n", have)
		return nil
	}
	fmt.Fprintf(env.Stdout, "The database is at version %d. The start of this program upgrades it to %d, and earlier programs then refuse it. "+
		"Make a backup with the earlier program first: cohortium backup DIR.\n", have, newest)
	return console.ErrFindings
}
