package page

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// Store keeps pages. An absent id is errs.NotFound.
type Store interface {
	// InTx runs fn in one transaction. fn may run again after a serialization failure.
	InTx(ctx context.Context, fn func(tx Tx) error) error

	Page(ctx context.Context, id string) (*Page, error)
	// PageBySlug finds a published page that is not in the bin.
	PageBySlug(ctx context.Context, slug string) (*Page, error)
	// Pages returns a page of a list without people, and how many the filter selects on all pages.
	Pages(ctx context.Context, f Filter) (page []*Page, total int64, err error)
	Draft(ctx context.Context, id string) (json.RawMessage, error)
	// Versions lists the versions of a page without their documents, the last first.
	Versions(ctx context.Context, id string) ([]*Version, error)
	Version(ctx context.Context, id string, number int64) (*Version, error)
	Count(ctx context.Context, ownerID string) (int64, error) // including the bin
	// WithTable lists pages that show a table or will, including those in the bin.
	WithTable(ctx context.Context, tableID string) ([]*Page, error)
	// Following lists the ids of published pages that follow their source.
	Following(ctx context.Context) ([]string, error)
	History(ctx context.Context, object, id string) ([]record.Entry, error) // newest first
	// Purgeable lists pages that were put in the bin before a time.
	Purgeable(ctx context.Context, before time.Time) ([]string, error)
}

// Tx is a Store's transaction.
type Tx interface {
	record.Tx

	Page(ctx context.Context, id string) (*Page, error) // locked for update where the engine can
	Draft(ctx context.Context, id string) (json.RawMessage, error)
	CreatePage(ctx context.Context, p *Page, draft json.RawMessage) error
	// UpdatePage writes every field of p where the stored version is p.Version, and
	// adds one to it; errs.Conflict (changed) otherwise, (slug_taken) when another page
	// has the slug.
	UpdatePage(ctx context.Context, p *Page) error
	// SwitchTable writes the tables of a page and its publication, without a new version, so that
	// editors are not disturbed.
	SwitchTable(ctx context.Context, p *Page) error
	SetDraft(ctx context.Context, id string, draft json.RawMessage) error
	// Newest returns the last stored version; errs.NotFound when there is none.
	Newest(ctx context.Context, id string) (*Version, error)
	Version(ctx context.Context, id string, number int64) (*Version, error)
	CreateVersion(ctx context.Context, v *Version) error
	DeletePage(ctx context.Context, id string) error
	Count(ctx context.Context, ownerID string) (int64, error)
}

// Filter selects a page of pages.
type Filter struct {
	UserID    string      // account of the caller; "" for a stranger, who sees what is public
	Areas     []auth.Area // in which they have a role
	All       bool        // sees those of all owners
	Scope     string      // mine, shared, public or "" for all that the caller may see
	Bin       bool        // the caller's in the bin, instead of those that are not
	Published bool        // only those at an address
	Q         string      // every word occurs in titles, the words about it or the owner's name
	Sort      string      // updated_at, title or published_at, with - before it for descending
	Limit     int
	After     listing.Place // the row of the list behind which the page begins
}

// Tables provides the data that pages show.
type Tables interface {
	// Table returns a table for any caller; errs.NotFound when it is deleted.
	Table(ctx context.Context, id string) (*Table, error)
	// Source returns the current sharing of a table's source.
	Source(ctx context.Context, id string) (*Source, error)
	// MayRead reports whether a caller may read the source of a table now; by is nil for a
	// stranger. Data that the owner supplied is for everyone who may see the page.
	MayRead(ctx context.Context, by *auth.Identity, id string) (bool, error)
	// Renew makes a table again for its owner when its source has changed since, and returns the id
	// of the new one, "" when nothing has changed.
	Renew(ctx context.Context, id string) (string, error)
}

// Source is the access to the source of a table.
type Source struct {
	Widest Sharing   // the widest sharing allowed for a page of it
	Area   auth.Area // of the source; "" for none
	// Brought reports that the owner of the table supplied the data: a file, a text or an address.
	// Only the owner decides about it, so Widest is Public.
	Brought bool
	// Advice is a sentence about what to do when that is too narrow.
	Advice string
}

// Blobs stores pictures, under keys built from ids. An absent key is errs.NotFound.
type Blobs interface {
	// Put stores all of r under key, and returns its size in bytes and the hex SHA-256.
	Put(ctx context.Context, key string, r io.Reader) (size int64, sha256 string, err error)
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// DeletePrefix removes every blob whose key starts with prefix.
	DeletePrefix(ctx context.Context, prefix string) error
	job.Sweeper
}

// Config holds the consortium's decisions.
type Config struct {
	BinFor      time.Duration // how long a page stays in the bin; 30 days when 0
	MaxPages    int64         // of one owner, including the bin; 500 when 0
	MaxVersions int64         // of one page; 1000 when 0
	Accounts    record.Accounts
	Mailer      auth.Mailer // nil: owners are informed by the pages only
	BaseURL     string      // of this server, for mails; "" when it is not known
	Log         *slog.Logger
}

func (c Config) withDefaults() Config {
	if c.BinFor == 0 {
		c.BinFor = 30 * 24 * time.Hour
	}
	if c.MaxPages == 0 {
		c.MaxPages = 500
	}
	if c.MaxVersions == 0 {
		c.MaxVersions = 1000
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}
