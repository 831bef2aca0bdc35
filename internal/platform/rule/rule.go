// Package rule keeps the consortium's rules that decide results in more than one area: the genome
// build that submissions are lifted to, and the smallest count that is shown. The database holds
// them once, with history, so that all processes compute alike. Options and thresholds of QC are
// settings of package hermes.
package rule

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
)

// Rules are the rules of the consortium.
type Rules struct {
	TargetBuild string `json:"target_build"` // hg19 or grch38
	MinCell     int64  `json:"min_cell"`     // numbers of people below this are hidden in the SGC area; 1 hides none
}

// Standard returns the rules of a new database.
func Standard() Rules { return Rules{TargetBuild: "hg19", MinCell: 5} }

// Given are the rules that a process was started with.
type Given struct {
	TargetBuild string // "" if not given
	MinCell     *int64 // nil if not given
}

// or fills the values that were not given.
func (g Given) or(r Rules) Rules {
	if g.TargetBuild != "" {
		r.TargetBuild = g.TargetBuild
	}
	if g.MinCell != nil {
		r.MinCell = *g.MinCell
	}
	return r
}

// Stored is a version of the rules; version 0 is that of the program.
type Stored struct {
	Rules
	Version int64
	SetAt   time.Time
	SetBy   string // user name, or audit.System for the first version
}

// check returns a fault for each value that is not possible.
func (r Rules) check() error {
	var faults []errs.Field
	if !slices.Contains(config.TargetBuilds(), r.TargetBuild) {
		faults = append(faults, errs.Field{Field: "target_build", Message: "Choose GRCh37 (hg19) or GRCh38 (hg38)."})
	}
	if r.MinCell < 1 || r.MinCell > config.MostMinCell {
		faults = append(faults, errs.Field{Field: "min_cell", Message: fmt.Sprintf("A number from 1 to %d.", config.MostMinCell)})
	}
	if len(faults) == 0 {
		return nil
	}
	return errs.New(errs.Rule, "rule", "The rules were not saved. Correct the fields below.").WithFields(faults...)
}

// values returns the rules by name, for the audit trail.
func (r Rules) values() map[string]string {
	return map[string]string{"target build": r.TargetBuild, "smallest count shown": fmt.Sprint(r.MinCell)}
}

// contradicted refuses a process that was started with other rules.
func (s *Stored) contradicted(g Given) error {
	var differ []string
	other := func(flag, variable string, given, stored any) {
		differ = append(differ, fmt.Sprintf("%s (or %s) is %v, but the rule in the database is %v", flag, variable, given, stored))
	}
	if g.TargetBuild != "" && g.TargetBuild != s.TargetBuild {
		other("--target-build", "COHORTIUM_TARGET_BUILD", g.TargetBuild, s.TargetBuild)
	}
	if g.MinCell != nil && *g.MinCell != s.MinCell {
		other("--sgc-min-cell", "COHORTIUM_SGC_MIN_CELL", *g.MinCell, s.MinCell)
	}
	if len(differ) == 0 {
		return nil
	}
	return errs.New(errs.Conflict, "other_rules", "%s, set by %s on %s. Remove the setting, or let an administrator change the rule on the page /admin/rules.",
		strings.Join(differ, "; "), s.SetBy, s.SetAt.Format("2 Jan 2006"))
}
