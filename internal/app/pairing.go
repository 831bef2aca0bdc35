package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/app/console"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// areaPrefixes are the key prefixes of all files that rows refer to.
var areaPrefixes = []string{file.PartsPrefix, "hermes/", "sgc/", "datasets/", "indexes/", "tools/", "tables/", "pages/", "rows/", "reference/"}

// pairing holds the facts that a start has about a database and a file store.
type pairing struct {
	database, files string // their identities; "" for none
	rows            bool   // rows refer to files
	found           bool   // at least one of those exists
	blobs           bool   // the store contains files
}

const whatToDo = "restore the database that belongs to the files, or name the right --database-url and --blob-url; " +
	"if these two do belong together, run cohortium store adopt"

// refuseOther refuses a file store that belongs to another database. It uses only the identities.
func (p pairing) refuseOther() error {
	switch {
	case p.files == "" || p.files == p.database:
		return nil
	case strings.HasPrefix(p.files, blob.Restoring):
		return console.Unusable(
			errors.New("a restore or a move into the file store did not finish: run the same cohortium restore or cohortium migrate data again"),
		)
	case p.database == "":
		return console.Unusable(fmt.Errorf("the file store has the identity %s and the database has none: %s", p.files, whatToDo))
	}
	return console.Unusable(fmt.Errorf("the file store has the identity %s and the database has %s: %s", p.files, p.database, whatToDo))
}

// refuse returns why database and files may not be paired, nil if they may.
func (p pairing) refuse() error {
	switch {
	case p.files != "":
		return p.refuseOther()
	case p.rows && !p.found:
		return console.Unusable(errors.New("the file store has no identity and none of the files that the database names: " + whatToDo))
	case !p.rows && p.blobs:
		return console.Unusable(errors.New("the file store has no identity and holds files, but the database names none: " + whatToDo))
	}
	return nil
}

// errListed ends a list early.
var errListed = errors.New("listed enough")

func ignoreListed(err error) error {
	if errors.Is(err, errListed) {
		return nil
	}
	return err
}

// identities reads both identities.
func (k *stack) identities(ctx context.Context) (p pairing, err error) {
	if p.files, err = k.blobs.Identity(ctx); err != nil {
		return p, err
	}
	p.database, err = k.store.InstallationID(ctx)
	return p, err
}

// pair refuses a database and a file store that do not belong together, and assigns one identity to
// both at their first start. The database must be at this version.
func (k *stack) pair(ctx context.Context) error {
	p, err := k.identities(ctx)
	if err != nil {
		return err
	}
	if p.files == "" {
		if err := k.compare(ctx, &p); err != nil {
			return err
		}
	}
	if err := p.refuse(); err != nil || p.files != "" {
		return err
	}
	return k.adopt(ctx, p)
}

// compare checks whether files of rows exist, and whether there are any files.
func (k *stack) compare(ctx context.Context, p *pairing) error {
	err := k.store.Stored(ctx, func(f file.Stored) error {
		p.rows = true
		for _, key := range f.Keys {
			_, err := k.blobs.Size(ctx, key)
			if err == nil {
				p.found = true
				return errListed
			}
			if !errs.Is(err, errs.NotFound) {
				return err
			}
		}
		return nil
	})
	if err := ignoreListed(err); err != nil {
		return err
	}
	for _, prefix := range areaPrefixes {
		err := k.blobs.List(ctx, prefix, func(blob.Object) error { p.blobs = true; return errListed })
		if err := ignoreListed(err); err != nil || p.blobs {
			return err
		}
	}
	return nil
}

// adopt assigns one identity to database and files: that of the database, else that of the files,
// else a new one. If several servers start at once, the database keeps the identity of one, and all
// write that to the store.
func (k *stack) adopt(ctx context.Context, p pairing) error {
	fresh := p.files
	if fresh == "" {
		fresh = newID()
	}
	id, err := k.store.GiveInstallationID(ctx, fresh)
	if err != nil {
		return err
	}
	return errors.Join(k.blobs.SetIdentity(ctx, id), k.noteHead(ctx))
}

// follow stores the newest entry of the audit trail in the file store, if the database contains the
// entry stored there.
func (k *stack) follow(ctx context.Context) error {
	if err := k.follows(ctx); err != nil {
		return err
	}
	return k.noteHead(ctx)
}

// follows checks that the database contains the newest entry of the audit trail that a sweep of
// these files has seen. errs.Rule (older_database) otherwise: the database is an older backup or
// another copy, and its missing rows may refer to files.
func (k *stack) follows(ctx context.Context) error {
	seen, err := k.blobs.Head(ctx)
	if err != nil {
		return err
	}
	there := seen.Seq == 0
	if !there {
		err = k.store.WalkAudit(ctx, seen.Seq, func(e *audit.Event) error {
			there = e.Seq == seen.Seq && e.Hash == seen.Hash
			return errListed
		})
	}
	if err := ignoreListed(err); err != nil {
		return err
	}
	if !there {
		return errs.New(errs.Rule, "older_database",
			"The database does not hold entry %d of the audit trail, which these files were used with, so no file is deleted. "+
				"Restore the newer database, or run cohortium store adopt to continue with this one.", seen.Seq)
	}
	return nil
}

// noteHead stores the newest entry of the audit trail in the file store.
func (k *stack) noteHead(ctx context.Context) error {
	newest, _, err := k.store.AuditEvents(ctx, audit.Filter{Limit: 1, Uncounted: true})
	if err != nil || len(newest) == 0 {
		return err
	}
	seen, err := k.blobs.Head(ctx)
	if now := (blob.Head{Seq: newest[0].Seq, Hash: newest[0].Hash}); err == nil && now != seen {
		err = k.blobs.SetHead(ctx, now)
	}
	return err
}
