// Package browse is the result browser: which results somebody may look at, what
// lies in a region of them, and what a text names. It owns references of results
// and the answers about regions; it holds no rule of who sees what: each source asks
// the service of its area, behind the rule of the route that shows the same. It may
// import the areas, and knows neither HTTP nor SQL.
package browse

import (
	"context"
	"iter"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Kind is what a result is of.
type Kind string

// The kinds of results.
const (
	UploadResult Kind = "upload" // the clean file of the current QC run of a data set of HERMES
	MetaResult   Kind = "ma"     // a completed meta-analysis
	FileResult   Kind = "file"   // a file of the registry whose rows were checked
	ToolResult   Kind = "tool"   // an own file that was looked at without registering it
)

// Ref names a result: its kind and the id of what it is of.
type Ref struct {
	Kind Kind
	ID   string
}

// String is the reference as calls and addresses have it: ma:{id}.
func (r Ref) String() string { return string(r.Kind) + ":" + r.ID }

// ParseRef reads a reference; errs.Rule for what is none.
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

// Result is what is known of a result before its rows are read.
type Result struct {
	Ref       Ref
	Title     string
	Detail    string   // what tells it from others of the same title
	Phenotype string   // as people call it, not its code
	Ancestry  string   // likewise; of several, between commas
	Groups    []string // the groups of people of reference data that serve it, best first
	Build     genome.Build
	N         *int64 // people; nil where it is not known
	Cases     *int64 // nil for a quantitative trait
	Scale     sumstats.EffectScale
	Verdict   string // of its check: pass, warn or fail; "" for a meta-analysis
	Caveat    Caveat
	Content   string // SHA-256 of the file as it was handed in, in hex; "" for a meta-analysis
	Public    bool   // everybody may look at it
	Address   string // of its page, from the root of the site
	Object    string // id of its table for package drs
	SubjectID string // of the data set or analysis that it is of
}

// Row is one variant of a result.
type Row = resultfile.Row

// Table is the rows of a result.
type Table interface {
	// Rows gives the rows whose position lies in the region, by position. An error
	// is the last thing it gives.
	Rows(ctx context.Context, region genome.Region) iter.Seq2[Row, error]
}

// Opened is a result whose rows can be read.
type Opened struct {
	Result
	Table
}

// Source is one area's results of one kind.
type Source interface {
	Kind() Kind
	// Results gives those that the caller may look at and whose data set or analysis
	// has every word of q. by is nil for who is not signed in.
	Results(ctx context.Context, by *auth.Identity, q string) ([]Result, error)
	// Open gives a result with its rows. errs.NotFound when it is absent or not the
	// caller's to see, errs.Conflict (no_results) when there are none as yet.
	Open(ctx context.Context, by *auth.Identity, id string) (*Opened, error)
}

// RSNumbers finds the positions of rs numbers.
type RSNumbers interface {
	// Place gives the variants that have an rs number on a genome build, as far as the
	// results that the caller may look at know them; none is no error.
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

// RS is the rs number with its letters; "" for none.
func (v Variant) RS() string { return rsText(v.RSID) }

// ID is chromosome:position, with :other allele:effect allele where they are known.
func (v Variant) ID() string {
	id := v.Chromosome.String() + ":" + strconv.Itoa(int(v.Position))
	if v.EffectAllele != "" && v.OtherAllele != "" {
		id += ":" + v.OtherAllele + ":" + v.EffectAllele
	}
	return id
}

// Service answers the browser.
type Service struct {
	sources    []Source
	references References
	rs         RSNumbers
}

// Config is what a Service asks.
type Config struct {
	Sources    []Source
	References References
	RSNumbers  RSNumbers // nil where rs numbers cannot be placed
}

// New makes a service.
func New(c Config) *Service {
	return &Service{sources: c.Sources, references: c.References, rs: c.RSNumbers}
}
