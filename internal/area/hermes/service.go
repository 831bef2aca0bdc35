package hermes

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
)

// Config contains the consortium's decisions.
type Config struct {
	Phenotypes []Phenotype // initial phenotypes of an empty database; nil for DefaultPhenotypes
	QCDefaults QCSettings
	// FrequencyOptional accepts files without allele frequencies; QC then checks less.
	FrequencyOptional bool
	Panels            Panels
	Chains            Chains
	Sequences         Sequences
	Scores            Scores
	Linkages          Linkages
	Numbers           Numbers
	Genes             gene.Lists  // names for lead variants; nil for the built-in lists
	Mailer            auth.Mailer // nil: no mails; the pages show decisions
	Accounts          Accounts    // nil: mail addresses are unknown
	BaseURL           string      // public address, for links in mails; may be ""
	TempDir           string      // folder for the working files of jobs; "" for the system's default
	Workers           int         // goroutines of one job; 0 for one per processor
	Version           string      // of the program, for reports
	Log               *slog.Logger
	// MaxJobs is how many unfinished jobs one account may have; 0 for job.MaxUnfinished.
	MaxJobs int64
	// Crash is called at named points of a job. Tests stop the process there;
	// nil in production.
	Crash func(point string)
}

func (c Config) withDefaults() Config {
	if c.Phenotypes == nil {
		c.Phenotypes = DefaultPhenotypes()
	}
	if c.QCDefaults.Adj == "" {
		c.QCDefaults = QCSettings{FD: 0.2, Adj: "none"}
	}
	if c.Panels == nil {
		c.Panels = NoPanels{}
	}
	if c.Scores == nil {
		c.Scores = NoScores{}
	}
	if c.Linkages == nil {
		c.Linkages = NoLinkages{}
	}
	if c.Numbers == nil {
		c.Numbers = NoNumbers{}
	}
	if c.Chains == nil {
		c.Chains = ChainInside{}
	}
	if c.Sequences == nil {
		c.Sequences = NoSequences{}
	}
	if c.Genes == nil {
		c.Genes = gene.OfProgram
	}
	if c.TempDir == "" {
		c.TempDir = filepath.Join(os.TempDir(), "cohortium")
	}
	if c.MaxJobs == 0 {
		c.MaxJobs = job.MaxUnfinished
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Crash == nil {
		c.Crash = func(string) {}
	}
	return c
}

// Service holds the rules of the area.
type Service struct {
	*job.Executor[Tx, jobSubject]

	store Store
	files Files
	blobs Blobs
	now   func() time.Time
	newID func() string
	cfg   Config

	results *cache.Cache[string, *resultfile.File]  // by key
	facts   *cache.Cache[string, ResultFacts]       // of meta-analyses, which never change
	places  *cache.Cache[string, *Place]            // of completed QC runs, which never change
	figures *cache.Cache[string, *Figures]          // of completed QC runs, which never change
	words   *cache.Cache[string, string]            // of phenotypes, by code
	pairs   *cache.Cache[string, *qc.Together]      // of completed QC runs: pending and finished comparisons
	judged  *cache.Cache[string, []Caution]         // comparisons of the studies of a cell
	moved   *cache.Cache[string, map[string]string] // runs whose frequencies contradict their ancestry
	loci    *cache.Cache[string, resultLoci]        // of meta-analyses
	orphans job.Daily                               // time of the last search

	comparing sync.Mutex // held by one comparison, which needs a processor and 100 MB
}

// NewService creates a service; now and newID supply the time and unique ids that are safe in keys
// and addresses.
func NewService(store Store, files Files, blobs Blobs, now func() time.Time, newID func() string, cfg Config) *Service {
	s := &Service{
		store: store, files: files, blobs: blobs, now: now, newID: newID, cfg: cfg.withDefaults(),
		results: cache.New[string, *resultfile.File](openResults, 0, nil), facts: cache.New[string, ResultFacts](knownFacts, 0, nil),
		places:  cache.New[string, *Place](knownFacts, 0, nil),
		pairs:   cache.New[string, *qc.Together](knownFacts, 0, nil),
		figures: cache.New[string, *Figures](knownFacts, 0, nil),
		words:   cache.New[string, string](knownWords, time.Minute, now),
		loci:    cache.New[string, resultLoci](2*knownWords, 0, nil),
		judged:  cache.New[string, []Caution](knownFacts, time.Hour, now),
		moved:   cache.New[string, map[string]string](100, time.Hour, now),
	}
	s.Executor = s.executor()
	return s
}

// Panels lists the installed reference panels.
func (s *Service) Panels(ctx context.Context) ([]Panel, error) { return s.cfg.Panels.Panels(ctx) }

// PendingFiles lists the caller's files that are not registered as a submission.
func (s *Service) PendingFiles(ctx context.Context, id *auth.Identity) ([]*file.Info, error) {
	return s.files.PendingFiles(ctx, id.User.ID)
}

// relation returns the caller's relation to an object of ownerID.
func relation(id *auth.Identity, ownerID string) auth.Relation {
	if id.User.ID == ownerID {
		return auth.Owner
	}
	return auth.Unrelated
}

func seesAll(id *auth.Identity) bool { return id.Can(auth.AreaHermes, auth.ViewAllUploads) }

func reviews(id *auth.Identity) bool { return id.Can(auth.AreaHermes, auth.ApproveUpload) }

// admit applies an object rule of the policy to an object of ownerID.
func admit(id *auth.Identity, object auth.ObjectRule, ownerID, what string) error {
	return auth.Rule{Object: object}.AdmitObject(id, relation(id, ownerID), what)
}

// uploadFor returns a submission if the object rule allows the caller to use it.
func (s *Service) uploadFor(ctx context.Context, id *auth.Identity, uploadID string, object auth.ObjectRule) (*Submission, error) {
	u, err := s.store.Upload(ctx, uploadID)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.Missing("submission").Because(err)
	}
	if err != nil {
		return nil, err
	}
	if err := admit(id, object, u.UploaderID, "submission"); err != nil {
		return nil, err
	}
	return u, nil
}
