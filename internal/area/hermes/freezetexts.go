package hermes

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
)

// FreezeTexts returns the texts of a release.
func (s *Service) FreezeTexts(ctx context.Context, id *auth.Identity, freezeID string) (_ *FreezeTexts, err error) {
	defer errs.Wrap(&err, "hermes.FreezeTexts(%q)", freezeID)
	f, err := s.freezeFor(ctx, id, freezeID)
	if err != nil {
		return nil, err
	}
	rows, err := s.store.FreezeRows(ctx, freezeID)
	if err != nil {
		return nil, err
	}
	changes, err := s.freezeChanges(ctx, f, f.PreviousID)
	if err != nil {
		return nil, err
	}
	done := complete(rows)
	cohorts := cohortsOf(done)
	return &FreezeTexts{
		ReleaseNotes: releaseNotes(f, done, cohorts, changes),
		Methods:      methodsOf(f, done),
		Citation:     s.citationOf(f),
		Cohorts:      cohorts,
	}, nil
}

// cohortsOf returns the cohorts of complete results.
func cohortsOf(rows []*FreezeRow) []FreezeCohort {
	type found struct {
		name                   string
		ancestries, phenotypes map[string]bool
		files                  map[string]*FreezeUpload
	}
	by := map[string]*found{}
	for _, r := range rows {
		for _, in := range r.Spec.Inputs {
			key := cohortKey(in.Cohort)
			c := by[key]
			if c == nil {
				c = &found{strings.TrimSpace(in.Cohort), map[string]bool{}, map[string]bool{}, map[string]*FreezeUpload{}}
				by[key] = c
			}
			c.ancestries[in.Ancestry], c.phenotypes[r.Phenotype] = true, true
			if r.Ancestry != freeze.All && !r.Spec.Compares || c.files[in.UploadID] == nil {
				c.files[in.UploadID] = &FreezeUpload{
					Cohort:    in.Cohort,
					Ancestry:  in.Ancestry,
					Phenotype: r.Phenotype,
					Sex:       stratumNamed(r.Sex),
					NTotal:    in.NTotal,
				}
			}
		}
	}
	out := []FreezeCohort{}
	for _, key := range slices.Sorted(maps.Keys(by)) {
		c := by[key]
		_, n := people(slices.Collect(maps.Values(c.files)))
		out = append(out, FreezeCohort{Cohort: c.name, Ancestries: slices.Sorted(maps.Keys(c.ancestries)), Phenotypes: slices.Sorted(maps.Keys(c.phenotypes)),
			Files: len(c.files), Participants: n})
	}
	return out
}

// stratumNamed is the inverse of stratumOf.
func stratumNamed(sex string) string {
	switch sex {
	case freeze.Male:
		return MaleOnly
	case freeze.Female:
		return FemaleOnly
	}
	return Everybody
}

func releaseNotes(f *Freeze, rows []*FreezeRow, cohorts []FreezeCohort, c *FreezeChanges) string {
	var b strings.Builder
	var people int64
	for _, one := range cohorts {
		people += one.Participants
	}
	fmt.Fprintf(&b, "# %s, version %s\n\n", f.Name, f.ReleaseVersion)
	fmt.Fprintf(&b, "This release has %s of %s with %s participants.\n", phrase.Counted(int64(len(rows)), "result", "results"),
		phrase.Counted(int64(len(cohorts)), "cohort", "cohorts"), phrase.Thousands(people))
	if day, err := time.Parse(time.DateOnly, f.Document.Deadline); err == nil {
		fmt.Fprintf(&b, "Files accepted by %s take part.\n", day.Format("2 Jan 2006"))
	}
	list := func(title string, items []string) {
		if len(items) > 0 {
			fmt.Fprintf(&b, "\n## %s\n\n- %s\n", title, strings.Join(items, "\n- "))
		}
	}
	var out []string
	for _, e := range f.Document.Exclude {
		out = append(out, fmt.Sprintf("%s: %s", e.Named(), e.Reason))
	}
	list("Left out", out)
	if c.Since == nil {
		return b.String()
	}
	fmt.Fprintf(&b, "\n## Since %s, version %s\n\n%s new, %d lost, %d kept.\n", c.Since.Name, c.Since.ReleaseVersion,
		phrase.Counted(int64(c.Gained), "locus is", "loci are"), c.Lost, c.Kept)
	lines := map[string][]string{}
	for _, one := range c.Cohorts {
		lines[one.Change] = append(lines[one.Change], one.Cohort)
	}
	list("New cohorts", lines[cohortJoined])
	list("Cohorts that left", lines[cohortLeft])
	list("Cohorts with replaced files", lines[cohortReplaced])
	list("Computed again", redone(c.Cells))
	for i := range c.Loci {
		lines[c.Loci[i].Change] = append(lines[c.Loci[i].Change], c.Loci[i].line())
	}
	list("New loci", lines[locusGained])
	list("Lost loci", lines[locusLost])
	return b.String()
}

// without returns the names of cohorts that another list does not have.
func without(list, other []FreezeCohort) (names []string) {
	for _, c := range list {
		if !slices.ContainsFunc(other, func(o FreezeCohort) bool { return cohortKey(o.Cohort) == cohortKey(c.Cohort) }) {
			names = append(names, c.Cohort)
		}
	}
	return names
}

// line describes a locus in the release notes.
func (l *FreezeLocusChange) line() string {
	name := fmt.Sprintf("%s:%d", l.Chromosome, l.Position)
	if l.RSID != "" {
		name = l.RSID
	}
	if l.Gene != "" {
		name += " near *" + l.Gene + "*"
	}
	return fmt.Sprintf("%s (%s, %s, %s): −log10 P %s, before %s", name, l.Phenotype, l.Ancestry, l.Sex, logText(l.NegLog10P), logText(l.Before))
}

func logText(p *float64) string {
	if p == nil {
		return "not combined"
	}
	return fmt.Sprintf("%.2f", *p)
}

// schemeWords describe the schemes in the methods.
var schemeWords = map[meta.Scheme]string{
	meta.FixedEffect:   "inverse-variance weighted fixed-effect meta-analysis",
	meta.RandomEffects: "random-effects meta-analysis",
	meta.SampleSize:    "sample-size weighted meta-analysis of Z scores",
	meta.MetaRegression: "meta-regression of all ancestries on axes of genetic variation, which were found from the allele frequencies " +
		"of the studies",
}

func methodsOf(f *Freeze, rows []*FreezeRow) string {
	d, o := &f.Document, &f.Document.Options
	var schemes []string
	for _, scheme := range d.Schemes {
		schemes = append(schemes, schemeWords[scheme])
	}
	var b strings.Builder
	phenotypes, ancestries := map[string]bool{}, map[string]bool{}
	for _, r := range rows {
		phenotypes[r.Phenotype], ancestries[r.Ancestry] = true, r.Ancestry != freeze.All
	}
	delete(ancestries, freeze.All)
	fmt.Fprintf(&b, "Summary statistics of each cohort passed quality control and were reviewed before they were combined. "+
		"%s in %s were analysed, each sex stratum on its own. ", phrase.Counted(int64(len(phenotypes)), "phenotype", "phenotypes"),
		phrase.Counted(int64(len(ancestries)), "ancestry", "ancestries"))
	fmt.Fprintf(&b, "Studies of one phenotype, ancestry and sex were combined by %s. ", joined(schemes))
	if o.GenomicControl {
		b.WriteString("The χ² statistics of studies with λ above 1 were divided by λ. ")
	}
	if o.MAF > 0 {
		fmt.Fprintf(&b, "Variants with a minor allele frequency below %s in a study were left out of it. ", decimal(o.MAF))
	}
	if o.Info > 0 {
		fmt.Fprintf(&b, "Variants with an imputation quality below %s in a study were left out of it. ", decimal(o.Info))
	}
	fmt.Fprintf(&b, "A variant needed %s. ", phrase.Counted(int64(o.MinStudies), "study", "studies"))
	if o.LeaveOneOut {
		b.WriteString("All variants were also combined without each study in turn. ")
	}
	if d.SexDifference {
		b.WriteString("Effects of females and males were compared by Cochran's Q with one degree of freedom. ")
	}
	for _, r := range d.Rules {
		if r.MinStudies > 0 {
			fmt.Fprintf(&b, "Cells%s with fewer than %d studies were not analysed. ", scopeText(r.Scope), r.MinStudies)
		}
		if r.MinCases > 0 {
			fmt.Fprintf(&b, "Studies%s with fewer than %s cases were left out. ", scopeText(r.Scope), phrase.Thousands(int64(r.MinCases)))
		}
	}
	b.WriteString("Loci are genome-wide significant variants (P < 5 × 10⁻⁸) at least 500 kb apart.\n")
	return b.String()
}

// scopeText names the cells of a rule, "" for all.
func scopeText(s freeze.Scope) string {
	var parts []string
	for _, one := range []string{s.Phenotype, s.Ancestry, s.Sex} {
		if one != "" {
			parts = append(parts, one)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " of " + strings.Join(parts, ", ")
}

// redone describes the cells that differ from the earlier freeze; the others are counted.
func redone(cells []FreezeCellChange) (lines []string) {
	same := 0
	for _, c := range cells {
		if c.Change == cellSame {
			same++
			continue
		}
		what := map[string]string{cellAdded: "new", cellRemoved: "no longer made", cellChanged: strings.Join(c.Reasons, " ")}[c.Change]
		lines = append(lines, fmt.Sprintf("%s, %s, %s: %s", c.Phenotype, c.Ancestry, c.Sex, what))
	}
	if len(lines) > 0 && same > 0 {
		lines = append(lines, phrase.Counted(int64(same), "other cell has the same studies and options", "other cells have the same studies and options"))
	}
	return lines
}

// citationOf returns how to cite a freeze, with its public address once it is published.
func (s *Service) citationOf(f *Freeze) string {
	at := f.UpdatedAt
	if f.Publication != nil {
		at = f.Publication.At
	}
	out := fmt.Sprintf("%s, version %s. %s.", f.Name, f.ReleaseVersion, at.UTC().Format("2 Jan 2006"))
	if f.Publication != nil {
		out += " " + s.publicAddress(f)
	}
	return out
}

// publicAddress is the stable address of a published freeze.
func (s *Service) publicAddress(f *Freeze) string {
	return strings.TrimSuffix(s.cfg.BaseURL, "/") + "/p/freezes/" + f.Publication.Name
}
