package app

import (
	"errors"
	"fmt"
	"strings"

	"cohortium/internal/adapter/backup"
	"cohortium/internal/app/console"
	"cohortium/internal/platform/config"
)

// MigrateCmd groups the commands that upgrade and move an installation.
type MigrateCmd struct {
	Schema MigrateSchemaCmd `cmd:"" default:"withargs" help:"Bring the database to this program's version. The word schema is optional."`
	Data   MigrateDataCmd   `cmd:"" help:"Copy database and files to another engine or place, compare every row and byte, and leave the source unchanged."`
}

// MigrateSchemaCmd is `migrate`.
type MigrateSchemaCmd struct {
	config.Storage `embed:""`
}

// Run upgrades the database and prints a message.
func (c *MigrateSchemaCmd) Run(env *console.Env) error {
	k := &stack{}
	err := k.openStorage(env.Ctx, c.Storage)
	if err == nil {
		fmt.Fprintln(env.Stdout, "The database is at this program's version.")
	}
	return errors.Join(err, k.Close())
}

// MigrateDataCmd is `migrate data`.
type MigrateDataCmd struct {
	Data string `help:"Folder for temporary files." default:"./data" env:"COHORTIUM_DATA" type:"path"`
	From string `required:"" placeholder:"SOURCE" help:"Data folder of a server, or its database and its files with a comma: postgres://…,s3://…"`
	To   string `required:"" placeholder:"TARGET" help:"Data folder, or database and files as in --from. Both must be empty."`
}

// Run copies an installation. The status is 1 if files of the source are missing or damaged.
func (c *MigrateDataCmd) Run(env *console.Env) (err error) {
	from, to := c.storage(c.From), c.storage(c.To)
	if err := errors.Join(from.Validate(), to.Validate()); err != nil {
		return console.Unusable(err)
	}
	db, files, err := openToCheck(env.Ctx, from)
	if err != nil {
		return console.Unusable(err)
	}
	defer func() { err = errors.Join(err, files.Close(), db.Close()) }()
	if finding, ok := checkDatabase(env.Ctx, db); !ok {
		return console.Unusable(fmt.Errorf("database: %s", finding))
	}
	show, done := progress(env)
	defer done()
	return backup.Live(env.Ctx, db, files, show, func(s backup.Source) error { return copyInto(env, s, to) })
}

// storage returns the storage at a folder, or at two addresses with a comma between them.
func (c *MigrateDataCmd) storage(text string) config.Storage {
	for _, scheme := range []string{",s3://", ",file://"} {
		if at := strings.LastIndex(text, scheme); at >= 0 {
			return config.Storage{Data: c.Data, DatabaseURL: text[:at], BlobURL: text[at+1:]}
		}
	}
	return config.Storage{Data: text}
}
