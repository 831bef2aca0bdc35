package dataset

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"time"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/job"
)

// Config holds what a consortium decides and where files are worked on.
type Config struct {
	BaseURL      string        // of this server, for citations and links; "" for none
	Publisher    string        // who publishes data sets, for catalogues; Cohortium when ""
	BinFor       time.Duration // how long a data set stays in the bin; 30 days when 0
	LinkLongest  time.Duration // longest life of a signed link; 30 days when 0
	Quota        int64         // bytes of all files in the data sets of one owner; 1 TiB when 0
	MaxFiles     int           // current files of one data set; 1000 when 0
	Publications Publications  // nil: look-ups are switched off
	Accounts     Accounts
	TempDir      string // for the working files of checks, on the disk of the data
	Workers      int    // goroutines of one check; 0 for one per processor
	Version      string // of the program, for reports
	Random       io.Reader
	Log          *slog.Logger
	Crash        func(point string) // called at points where a crash must do no harm; nil in production
}

func (c Config) withDefaults() Config {
	if c.Publisher == "" {
		c.Publisher = "Cohortium"
	}
	if c.BinFor == 0 {
		c.BinFor = 30 * 24 * time.Hour
	}
	if c.LinkLongest == 0 {
		c.LinkLongest = 30 * 24 * time.Hour
	}
	if c.Quota == 0 {
		c.Quota = 1 << 40
	}
	if c.MaxFiles == 0 {
		c.MaxFiles = 1000
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Crash == nil {
		c.Crash = func(string) {}
	}
	return c
}

// Service holds the rules of the registry.
type Service struct {
	store   Store
	files   Files
	blobs   Blobs
	now     func() time.Time
	newID   func() string
	cfg     Config
	orphans job.Daily // when they were looked for
}

// NewService makes a service; now and newID are the sources of time and of
// unique ids that are safe in keys and addresses.
func NewService(store Store, files Files, blobs Blobs, now func() time.Time, newID func() string, cfg Config) *Service {
	return &Service{store: store, files: files, blobs: blobs, now: now, newID: newID, cfg: cfg.withDefaults()}
}

func seesAll(by *auth.Identity) bool { return by.Can(auth.AreaDatasets, auth.ViewAllDatasets) }

func editsAll(by *auth.Identity) bool { return by.Can(auth.AreaDatasets, auth.EditAllDatasets) }

// relation is how a caller stands to a data set.
type relation uint8

const (
	stranger relation = iota
	reader            // it is public, shared with the caller, or the caller sees all
	coOwner
	owner
	curator // edits all
)

// relationOf says how the caller stands to a data set. In the bin nobody reads
// it but those who could take it out.
func relationOf(by *auth.Identity, d *Dataset) relation {
	has := func(people []Person) bool {
		return slices.ContainsFunc(people, func(p Person) bool { return p.ID == by.User.ID })
	}
	switch {
	case !by.In(auth.AreaDatasets):
		return stranger
	case editsAll(by):
		return curator
	case d.Owner.ID == by.User.ID:
		return owner
	case d.DeletedAt != nil:
		return stranger
	case has(d.CoOwners):
		return coOwner
	case seesAll(by), d.Sharing == Public, d.Sharing == Named && (has(d.People) || inAny(by.User.Groups, d.Groups)):
		return reader
	}
	return stranger
}

func inAny(groups, of []string) bool {
	return slices.ContainsFunc(groups, func(g string) bool { return slices.Contains(of, g) })
}

// Can is what the caller may do with a data set.
type Can struct {
	Edit     bool // change what is said, its phenotypes and files
	Share    bool // say who may see it, make links
	Transfer bool // say to whom it belongs
	Delete   bool // put it into the bin, or out of it for ever
	Restore  bool // take it out of the bin
}

func canOf(r relation, d *Dataset) Can {
	bin := d.DeletedAt != nil
	return Can{
		Edit: r >= coOwner && !bin, Share: r >= coOwner && !bin, Transfer: r >= owner && !bin,
		Delete: r >= owner, Restore: r >= owner && bin,
	}
}

// datasetFor gives a data set that the caller may see.
func (s *Service) datasetFor(ctx context.Context, by *auth.Identity, id string) (*Dataset, relation, error) {
	d, err := s.store.Dataset(ctx, id)
	return admitted(by, d, err)
}

// admitted is a data set that was read, absent for those who may not see it.
func admitted(by *auth.Identity, d *Dataset, err error) (*Dataset, relation, error) {
	if errs.Is(err, errs.NotFound) {
		return nil, stranger, errs.Missing("data set").Because(err)
	}
	if err != nil {
		return nil, stranger, err
	}
	r := relationOf(by, d)
	if r == stranger {
		return nil, stranger, errs.Missing("data set")
	}
	return d, r, nil
}

// mustEdit refuses who may only read, and everybody for what is in the bin.
func mustEdit(d *Dataset, r relation) error {
	if canOf(r, d).Edit {
		return nil
	}
	if d.DeletedAt != nil {
		return errs.New(errs.Conflict, "in_bin", "This data set is in the bin. Restore it to change it.")
	}
	return errs.New(errs.Forbidden, "forbidden", "Only the owners of this data set may change it.")
}
