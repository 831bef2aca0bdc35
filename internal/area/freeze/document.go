// Package freeze plans a release: the meta-analyses of all combinations of phenotype, ancestry and sex
// under one rule. It parses the document of a freeze and returns the plan: a matrix of cells, each with
// its studies, what it lacks, its jobs and their cost. It reads no files and runs nothing. The caller
// passes what it found in the files as facts.
package freeze

import (
	"strings"
	"time"

	"cohortium/internal/gwas/meta"
)

// Document describes a freeze.
type Document struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	// Deadline is the last day on which a file is accepted, in UTC. Zero: none.
	Deadline time.Time `json:"deadline,omitzero"`
	// Schemes are the results of each cell, the first of which is the main one. A meta-regression is a
	// cell of its own with the studies of all ancestries.
	Schemes []meta.Scheme `json:"schemes"`
	// SexDifference also compares the main results of females and males.
	SexDifference bool         `json:"sex_difference"`
	Options       meta.Options `json:"options"`
	Rules         []Rule       `json:"rules"`
	Exclude       []Exclusion  `json:"exclude"`
	// Skip are cells that are not made although they meet the rules.
	Skip    []Scope `json:"skip,omitempty"`
	Studies []Study `json:"studies"`
}

// Scope selects cells. Empty fields select all.
type Scope struct {
	Phenotype string `json:"phenotype,omitempty"`
	Ancestry  string `json:"ancestry,omitempty"`
	Sex       string `json:"sex,omitempty"`
}

func (s Scope) holds(phenotype, ancestry, sex string) bool {
	return (s.Phenotype == "" || s.Phenotype == phenotype) && (s.Ancestry == "" || s.Ancestry == ancestry) && (s.Sex == "" || s.Sex == sex)
}

// Rule is a rule of inclusion. A later rule overrules an earlier one where both state a minimum.
type Rule struct {
	Scope
	MinStudies int     `json:"min_studies,omitempty"` // of a cell
	MinCases   float64 `json:"min_cases,omitempty"`   // of a study that states cases
}

// Exclusion leaves out the studies of a cohort.
type Exclusion struct {
	Scope
	Cohort string `json:"cohort"`
	// File limits it to one file, as written in the study.
	File   string `json:"file,omitempty"`
	Reason string `json:"reason"`
}

func (e *Exclusion) holds(s *Study) bool {
	return e.Cohort == s.Cohort && (e.File == "" || e.File == s.File) && e.Scope.holds(s.Phenotype, s.Ancestry, s.Sex)
}

// Named names what is left out.
func (e *Exclusion) Named() string {
	parts := []string{e.Cohort}
	for _, one := range []string{e.File, e.Phenotype, e.Ancestry, e.Sex} {
		if one != "" {
			parts = append(parts, one)
		}
	}
	return strings.Join(parts, ", ")
}

// Study is one file of a cohort.
type Study struct {
	Cohort    string            `json:"cohort"`
	File      string            `json:"file"` // as written in the document
	Phenotype string            `json:"phenotype"`
	Ancestry  string            `json:"ancestry"`
	Sex       string            `json:"sex"`
	Accepted  time.Time         `json:"accepted,omitzero"`
	N         float64           `json:"n,omitempty"`
	Cases     float64           `json:"cases,omitempty"`
	Controls  float64           `json:"controls,omitempty"`
	Scale     string            `json:"scale,omitempty"`
	Map       map[string]string `json:"map,omitempty"`
	Line      int               `json:"-"`
}

// Participants returns the stated number of participants, 0 without.
func (s *Study) Participants() float64 {
	if s.N > 0 {
		return s.N
	}
	return s.Cases + s.Controls
}

// AsRead returns the study with only what its reading and a result depend on.
func (s *Study) AsRead() Study {
	read := *s
	read.Accepted = time.Time{}
	return read
}

// The sexes of a study.
const (
	Both   = "both"
	Female = "female"
	Male   = "male"
)

// All is the ancestry of the cells that combine all of them.
const All = "all"

// optionsOf returns the options of one scheme: those that only other schemes use are dropped.
func (d *Document) optionsOf(scheme meta.Scheme) meta.Options {
	opt := d.Options
	opt.Scheme = scheme
	opt.LeaveOneOut = opt.LeaveOneOut && scheme.InverseVariance()
	if scheme != meta.RandomEffects {
		opt.RandomModel = meta.RandomModel{}
	}
	if scheme != meta.MetaRegression {
		opt.Axes = 0
	}
	return opt
}
