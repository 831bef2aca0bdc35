// Package browse is the result browser: the results that a caller may see, their content in a
// region, and the search for genes, variants and regions. It owns references of results and the
// answers about regions. It has no access rules: each source calls the service of its area, under
// the rule of the route that shows the same. It may import the areas, and knows neither HTTP nor
// SQL.
package browse

import (
	"context"
	"iter"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
)

// Kind is the kind of object of a result.
type Kind string

// The kinds of results.
const (
	UploadResult Kind = "upload" // the clean file of the current QC run of a data set of HERMES
	MetaResult   Kind = "ma"     // a completed meta-analysis
	FileResult   Kind = "file"   // a file of the registry whose rows were checked
	ToolResult   Kind = "tool"   // a file of the caller that was looked at without registering it
)

// Ref identifies a result: its kind and the id of its object.
type Ref struct {
	Kind Kind
	ID   string
}

// String returns the reference as in calls and addresses: ma:{id}.
func (r Ref) String() string { return string(r.Kind) + ":" + r.ID }

// ParseRef parses a reference; errs.Rule for an invalid one.
func ParseRef(text string) (Ref, error) {
	kind, id, ok := strings.Cut(text, ":")
	switch Kind(kind) {
	case UploadResult, MetaResult, FileResult, ToolResult:
		if ok && id != "" && len(id) <= 64 {
			return Ref{Kind(kind), id}, nil
		}
	}
	return Ref{}, errs.AtField("result", "A result is named upload:id, ma:id, file:id or tool:id; "+errs.Shortened(text, 40)+" is not.")
}

// Result describes a result before its rows are read.
type Result struct {
	Ref       Ref
	Title     string
	Detail    string   // distinguishes it from others of the same title
	Phenotype string   // name for people, not its code
	Ancestry  string   // likewise; of several, between commas
	Groups    []string // ancestry groups of suitable reference data, best first
	Build     genome.Build
	N         *int64 // people; nil when unknown
	Cases     *int64 // nil for a quantitative trait
	Scale     sumstats.EffectScale
	Verdict   string // of its check: pass, warn or fail; "" for a meta-analysis
	Caveat    Caveat
	Content   string // SHA-256 of the submitted file, in hex; "" for a meta-analysis
	Public    bool   // everybody may look at it
	Address   string // of its page, from the root of the site
	Object    string // id of its table for package drs
	SubjectID string // of its data set or meta-analysis
	RowsKey   string // key of the file with its rows, by which Kept has them
	// Studies returns the studies that a meta-analysis combined, in the order listed, and whether
	// weights are inverse variances; nil for other results.
	Studies func(ctx context.Context) (studies []Study, inverseVariance bool, err error)
	// Locus returns the stored report of the strongest locus whose lead is in a region; nil without one.
	// The function is nil for results without stored reports.
	Locus func(ctx context.Context, region genome.Region) (*locusreport.Mapped, locusreport.Settings, error)
}

// Row is one variant of a result.
type Row = resultfile.Row

// Table holds the rows of a result.
type Table interface {
	// Rows returns the rows whose position is in the region, by position. An error comes last.
	Rows(ctx context.Context, region genome.Region) iter.Seq2[Row, error]
}

// Opened is a result whose rows can be read.
type Opened struct {
	Result
	Table
}

// Source provides one area's results of one kind.
type Source interface {
	Kind() Kind
	// Results returns the results that the caller may see and whose data set or analysis has every
	// word of q. by is nil for a caller who is not signed in.
	Results(ctx context.Context, by *auth.Identity, q string) ([]Result, error)
	// Open returns a result with its rows. errs.NotFound when it is absent or hidden from the
	// caller, errs.Conflict (no_results) when there are none yet.
	Open(ctx context.Context, by *auth.Identity, id string) (*Opened, error)
}

// RSNumbers finds the positions of rs numbers.
type RSNumbers interface {
	// Place returns the variants that have an rs number on a genome build, as far as the results
	// visible to the caller have them; none is not an error.
	Place(ctx context.Context, by *auth.Identity, rs uint64, build genome.Build) ([]Variant, error)
}

// Variant is a position, with alleles as far as they are known.
type Variant struct {
	Build        genome.Build
	Chromosome   genome.Chromosome
	Position     int32 // 1-based
	EffectAllele string
	OtherAllele  string
	RSID         uint64 // 0 for none
}

// RS returns the rs number with its letters; "" for none.
func (v Variant) RS() string { return rsText(v.RSID) }

// ID returns chromosome:position, with :other allele:effect allele where they are known.
func (v Variant) ID() string {
	id := v.Chromosome.String() + ":" + strconv.Itoa(int(v.Position))
	if v.EffectAllele != "" && v.OtherAllele != "" {
		id += ":" + v.OtherAllele + ":" + v.EffectAllele
	}
	return id
}

// Service serves the result browser.
type Service struct {
	sources    []Source
	references References
	rs         RSNumbers
	kept       Kept
	computed   *cache.Cache[string, *locusreport.Mapped] // loci of results, which never change
}

// Config holds the dependencies of a Service.
type Config struct {
	Sources    []Source
	References References
	RSNumbers  RSNumbers // nil where rs numbers cannot be placed
	Kept       Kept      // nil where all results are opened one by one
}

// New returns a service.
func New(c Config) *Service {
	if c.Kept == nil {
		c.Kept = keepsNone{}
	}
	return &Service{sources: c.Sources, references: c.References, rs: c.RSNumbers, kept: c.Kept,
		computed: cache.New[string, *locusreport.Mapped](computedMost, 0, nil)}
}
