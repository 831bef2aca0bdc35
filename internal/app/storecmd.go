package app

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/app/console"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/private"
)

// StoreCmd groups an administrator's commands for the file store.
type StoreCmd struct {
	Adopt   StoreAdoptCmd   `cmd:"" help:"Accept that this database and these files belong together, after a start was refused."`
	Orphans StoreOrphansCmd `cmd:"" help:"List the files in quarantine, which no row names, or copy them to a folder."`
	Release StoreReleaseCmd `cmd:"" help:"Begin the quarantine of all files again, so that they stay for another 30 days."`
	Approve StoreApproveCmd `cmd:"" help:"Let sweeps that stopped put their files into quarantine."`
}

// StoreAdoptCmd is `store adopt`.
type StoreAdoptCmd struct {
	config.Storage `embed:""`
}

// Run assigns one identity to database and files.
func (c *StoreAdoptCmd) Run(env *console.Env) (err error) {
	k := &stack{}
	defer func() { err = errors.Join(err, k.Close()) }()
	if err := k.openUnpaired(env.Ctx, c.Storage); err != nil {
		return err
	}
	if err := k.migrate(env.Ctx); err != nil {
		return err
	}
	found, err := findBad(env.Ctx, k.store, k.blobs, false)
	if err != nil {
		return err
	}
	p, err := k.identities(env.Ctx)
	if err != nil {
		return err
	}
	if err := k.adopt(env.Ctx, p); err != nil {
		return err
	}
	fmt.Fprintf(
		env.Stdout,
		"Database and files have one identity now. %d of the %d files that the database names exist.\n",
		found.named-len(found.bad),
		found.named,
	)
	return nil
}

// StoreOrphansCmd is `store orphans`.
type StoreOrphansCmd struct {
	config.Storage `embed:""`
	To             string `placeholder:"DIR" help:"Copy the files into this folder, each under its key." type:"path"`
}

// Run prints the key of each file with the day after which it is deleted.
func (c *StoreOrphansCmd) Run(env *console.Env) error {
	return withFiles(env, c.Storage, func(files *blob.Bucket) error {
		return files.Marks(env.Ctx, func(m blob.Mark) error {
			fmt.Fprintf(env.Stdout, "%s\t%s\n", m.Since.Add(blob.Quarantine).Format(time.DateOnly), m.Key)
			if c.To == "" {
				return nil
			}
			return c.copy(env, files, m.Key)
		})
	})
}

func (c *StoreOrphansCmd) copy(env *console.Env, files *blob.Bucket, key string) error {
	path := filepath.Join(c.To, filepath.FromSlash(key))
	if err := private.Folder(filepath.Dir(path)); err != nil {
		return err
	}
	f, err := private.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(copyBlob(env.Ctx, files, key, f), f.Close())
}

// StoreReleaseCmd is `store release`.
type StoreReleaseCmd struct {
	config.Storage `embed:""`
}

// Run removes the marks of all files in quarantine.
func (c *StoreReleaseCmd) Run(env *console.Env) error {
	return withFiles(env, c.Storage, func(files *blob.Bucket) error {
		n, err := files.Release(env.Ctx)
		fmt.Fprintf(env.Stdout, "%d files left the quarantine. Those that no row names enter it again with the next sweep, for 30 days.\n", n)
		return err
	})
}

// StoreApproveCmd is `store approve`.
type StoreApproveCmd struct {
	config.Storage `embed:""`
}

// Run allows each stopped sweep to remove as many files as it found.
func (c *StoreApproveCmd) Run(env *console.Env) error {
	return withFiles(env, c.Storage, func(files *blob.Bucket) error {
		list, err := files.Approve(env.Ctx)
		for _, s := range list {
			fmt.Fprintf(env.Stdout, "%s: the next sweep takes up to %d of %d files.\n", s.Prefix, s.Orphans, s.Blobs)
		}
		if err == nil && len(list) == 0 {
			fmt.Fprintln(env.Stdout, "No sweep has stopped.")
		}
		return err
	})
}

// withFiles opens database and files unchanged, for one command.
func withFiles(env *console.Env, s config.Storage, do func(*blob.Bucket) error) (err error) {
	db, files, err := openToCheck(env.Ctx, s)
	if err != nil {
		return console.Unusable(err)
	}
	defer func() { err = errors.Join(err, files.Close(), db.Close()) }()
	p, err := (&stack{store: db, blobs: files}).identities(env.Ctx)
	if err != nil {
		return err
	}
	if err := p.refuseOther(); err != nil {
		return err
	}
	return do(files)
}
