package dataset

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"time"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// Config contains the consortium's decisions and the working folder.
type Config struct {
	BaseURL      string        // of this server, for citations and links; "" for none
	Publisher    string        // publisher of data sets in catalogues; Cohortium if ""
	BinFor       time.Duration // time in the bin; 30 days if 0
	LinkLongest  time.Duration // longest life of a signed link; 30 days if 0
	Quota        int64         // bytes of all files in the data sets of one owner; 1 TiB if 0, quota.None for no limit
	MaxFiles     int           // current files of one data set; 1000 if 0
	Genes        gene.Lists    // names for lead variants; nil for the built-in lists
	Publications Publications  // nil: look-ups are disabled
	Results      Results       // nil: there are none
	Accounts     record.Accounts
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
	if c.Genes == nil {
		c.Genes = gene.OfProgram
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
	*job.Executor[Tx, *Check]

	store   Store
	files   Files
	blobs   Blobs
	now     func() time.Time
	newID   func() string
	cfg     Config
	orphans job.Daily                              // time of the last search
	results *cache.Cache[string, *resultfile.File] // by key
}

// NewService creates a service; now and newID supply the time and unique ids that are safe in keys
// and addresses.
func NewService(store Store, files Files, blobs Blobs, now func() time.Time, newID func() string, cfg Config) *Service {
	s := &Service{store: store, files: files, blobs: blobs, now: now, newID: newID, cfg: cfg.withDefaults(),
		results: cache.New[string, *resultfile.File](openResults, 0, nil)}
	s.Executor = s.executor()
	return s
}

func seesAll(by *auth.Identity) bool { return by.Can(auth.AreaDatasets, auth.ViewAllDatasets) }

func editsAll(by *auth.Identity) bool { return by.Can(auth.AreaDatasets, auth.EditAllDatasets) }

// relationOf returns the caller's relation to a data set; nil is a caller without an account. In
// the bin, only accounts that can restore it may read it.
func relationOf(by *auth.Identity, d *Dataset) record.Access {
	if by == nil {
		if d.Open() {
			return record.Reader
		}
		return record.Stranger
	}
	if !by.In(auth.AreaDatasets) {
		return record.Stranger
	}
	owns := record.AccessOf(by.User.ID, d.Owner, d.CoOwners)
	switch {
	case editsAll(by):
		return record.Keeper
	case owns == record.Owner:
		return owns
	case d.DeletedAt != nil:
		return record.Stranger
	case owns == record.CoOwner:
		return owns
	case seesAll(by), d.Sharing == Public, d.Sharing == Named && (record.Has(d.People, by.User.ID) || inAny(by.User.Groups, d.Groups)):
		return record.Reader
	}
	return record.Stranger
}

func inAny(groups, of []string) bool {
	return slices.ContainsFunc(groups, func(g string) bool { return slices.Contains(of, g) })
}

// Can contains the rights of the caller to a data set.
type Can struct {
	Edit     bool `json:"edit"`     // change metadata, phenotypes and files
	Share    bool `json:"share"`    // set who may see it, create links
	Transfer bool `json:"transfer"` // change its owner
	Delete   bool `json:"delete"`   // move it to the bin, or delete it from there for ever
	Restore  bool `json:"restore"`  // restore it from the bin
}

func canOf(r record.Access, d *Dataset) Can {
	bin := d.DeletedAt != nil
	return Can{
		Edit: r >= record.CoOwner && !bin, Share: r >= record.CoOwner && !bin, Transfer: r >= record.Owner && !bin,
		Delete: r >= record.Owner, Restore: r >= record.Owner && bin,
	}
}

// datasetFor returns a data set that the caller may see.
func (s *Service) datasetFor(ctx context.Context, by *auth.Identity, id string) (*Dataset, record.Access, error) {
	d, err := s.store.Dataset(ctx, id)
	return admitted(by, d, err)
}

// admitted returns a data set that was read, errs.NotFound if the caller may not see it.
func admitted(by *auth.Identity, d *Dataset, err error) (*Dataset, record.Access, error) {
	return record.Admitted(d, err, "data set", func(d *Dataset) record.Access { return relationOf(by, d) })
}

// mustEdit refuses callers who may only read, and all callers while it is in the bin.
func mustEdit(d *Dataset, r record.Access) error {
	if canOf(r, d).Edit {
		return nil
	}
	if d.DeletedAt != nil {
		return record.InBin("data set")
	}
	return errs.New(errs.Forbidden, "forbidden", "Only the owners of this data set may change it.")
}
