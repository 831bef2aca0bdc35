package qc

import (
	"errors"
	"fmt"
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/guard"
	"cohortium/internal/platform/phrase"
)

// FitCode is a code for what a panel lacks for a study; "" when it fits.
type FitCode string

// The reasons for which a panel is not used, in the order in which they are tested.
const (
	FitUnreadable    FitCode = "unreadable"            // the file is damaged or not a panel
	FitOtherBuild    FitCode = "other_build"           // its rs numbers are on another build
	FitTooLittle     FitCode = "covers_too_little"     // of the variants of the study
	FitNoFrequencies FitCode = "no_frequencies"        // states none
	FitAllelesDiffer FitCode = "alleles_differ"        // and no frequencies show whether any is right
	FitUnrelated     FitCode = "frequencies_unrelated" // nor are the alleles those of the study
)

// PanelFit is how well a panel fits a study, found before it is applied. A study
// without positions keeps its panel, whatever the code, since nothing else places it.
type PanelFit struct {
	Used     bool    `json:"used"`
	Code     FitCode `json:"code"`
	Sentence string  `json:"sentence"`
	Sampled  int     `json:"sampled"` // variants of the study that were looked up
	Found    int     `json:"found"`   // of them, those whose place (or rs number) the panel has
	// RSIDs are the rs numbers that both have, RSIDAgreement the share of them at one place.
	RSIDs         int    `json:"rsids"`
	RSIDAgreement Number `json:"rsid_agreement"`
	AllelesAgree  Number `json:"alleles_agree"` // share of Found
	Frequencies   int    `json:"frequencies"`   // pairs that could be compared, without A/T and C/G
	FrequencyR    Number `json:"frequency_r"`
}

// Thresholds of a panel that fits. A panel below them would only fail the study.
const (
	// fitLookedUp is the number of variants below which a share is chance: a panel with four fifths
	// of all variants has less than half of ten once in 150 times. No match at all is reported for
	// any number.
	fitLookedUp = 10
	// fitRSIDs is the number of rs numbers that determine an assembly: of ten at one place with
	// 95 % each, fewer than six are once in 15,000 times.
	fitRSIDs = 10
	// fitAlleles is between chance, 0.3 for single bases on either strand, and the 0.95 or more of
	// two lists of the same variants.
	fitAlleles = 0.60
	// fitUnrelated is the correlation within which frequencies have nothing to do with
	// each other; those of exchanged alleles run against the panel's, near −1.
	fitUnrelated = 0.30
	// fitFrequencies is the share of a panel's variants that state a frequency.
	fitFrequencies = 0.05
	// enoughSampled is the number of variants from which a sample is as good as the
	// whole: the share of 400 has an error of 2.5 %. With fewer, all are looked up.
	enoughSampled = 400
)

// fit tests whether the panel fits the study, and drops it when not.
func (r *run) fit() error {
	if r.panel == nil { // there is none, or it could not be read
		return nil
	}
	f, err := r.measureFit()
	if err != nil {
		return err
	}
	f.Code = f.judge(r.byRSID, r.panelCounts, r.opt.Limits.Matched)
	f.Used = f.Code == "" || r.byRSID
	f.Sentence = f.say(r.byRSID, r.in.Panel.Name, r.opt.Build)
	r.panelFit = f
	if !f.Used {
		_ = r.panel.Close() // temporary files only
		r.panel = nil
	}
	return nil
}

// setAside notes a panel that could not be read. A study without positions needs one.
func (r *run) setAside(err error) error {
	var fault *PanelError
	ours := guard.Panicked(err) || errors.Is(err, variant.ErrFull)
	if !errors.As(err, &fault) || ours || r.byRSID || r.in.Panel.Needed {
		return err
	}
	nan := Number(math.NaN())
	r.panelFit = &PanelFit{Code: FitUnreadable, RSIDAgreement: nan, AllelesAgree: nan, FrequencyR: nan,
		Sentence: fmt.Sprintf("Reference panel %s not used, because it is unreadable: %s", fault.Panel, fault.Public())}
	return nil
}

func (r *run) measureFit() (*PanelFit, error) {
	study, panel := &r.tally.samples, &r.panelCounts.samples
	if err := r.completeSample(&study.name, &panel.name); err != nil {
		return nil, err
	}
	f := &PanelFit{}
	f.compareNames(&study.name, &panel.name)
	if r.byRSID {
		nan := Number(math.NaN())
		f.AllelesAgree, f.FrequencyR = nan, nan
		return f, nil
	}
	if err := r.completeSample(&study.place, &panel.place); err != nil {
		return nil, err
	}
	f.comparePlaces(&study.place, &panel.place, r.dict)
	return f, nil
}

// completeSample replaces the sample of a large panel by its rows that a small
// study asks for.
func (r *run) completeSample(study, panel *sample) error {
	if panel.limit >= study.limit || study.below(panel.limit) >= enoughSampled || len(study.rows) == 0 {
		return nil
	}
	wanted := make(map[uint64]bool, len(study.rows))
	for i := range study.rows {
		wanted[study.rows[i].hash] = true
	}
	panel.rows, panel.limit = panel.rows[:0], study.limit
	return eachRow(r.panel, func(row *sumstats.Row) {
		if hash := panel.hash(row); wanted[hash] && len(panel.rows) < 4*sampleRows {
			panel.keep(hash, row)
		}
	})
}

// eachRow reads a sorter, which can be read again afterwards.
func eachRow(s *rowsort.Sorter, fn func(*sumstats.Row)) error {
	rows, err := s.Reader()
	if err != nil {
		return err
	}
	for c := newCursor(rows); ; c.take() {
		row, err := c.peek()
		if err != nil || row == nil {
			return err
		}
		fn(row)
	}
}

// compareNames looks whether rs numbers of both lie at the same place. For a study
// without positions, it counts how many of them the panel has.
func (f *PanelFit) compareNames(study, panel *sample) {
	same := 0
	study.pairs(panel, func(row *sampled, sites []sampled) {
		f.Sampled++
		if len(sites) == 0 {
			return
		}
		f.Found++
		if row.chromosome == genome.Unknown {
			return
		}
		f.RSIDs++
		for i := range sites {
			if sites[i].chromosome == row.chromosome && sites[i].position == row.position {
				same++
				return
			}
		}
	})
	f.RSIDAgreement = Number(share(int64(same), int64(f.RSIDs)))
}

// comparePlaces looks up the variants of the study, and compares alleles and
// frequencies of those that are found.
func (f *PanelFit) comparePlaces(study, panel *sample, d *variant.Dict) {
	f.Sampled, f.Found = 0, 0
	agree := 0
	var frequencies plot.Correlation
	var sites []site
	study.pairs(panel, func(row *sampled, found []sampled) {
		f.Sampled++
		if len(found) == 0 {
			return
		}
		f.Found++
		sites = sites[:0]
		for i := range found {
			sites = append(sites, site{ref: found[i].oa, alt: found[i].ea, af: found[i].eaf})
		}
		turned := sumstats.Row{EA: row.ea, OA: row.oa, EAF: row.eaf, Flags: row.flags}
		s, verdict := Palindromes{Rule: PalindromesKeep}.harmonise(&turned, sites, d)
		if verdict != rowKept {
			return
		}
		agree++
		if off := turned.EAF - s.af; !math.IsNaN(off) && turned.Flags&sumstats.EAFIsMAF == 0 && !variant.Palindromic(turned.EA, turned.OA) {
			frequencies.Add(turned.EAF, s.af)
		}
	})
	f.AllelesAgree = Number(share(int64(agree), int64(f.Found)))
	f.Frequencies, f.FrequencyR = int(frequencies.N()), Number(frequencies.R())
}

// judge decides whether the panel can be applied. One that has less of the study's
// variants than the share that fails would leave out more than it keeps, and fail every study.
func (f *PanelFit) judge(byRSID bool, panel *panelCounts, matched float64) FitCode {
	covered := float64(f.Found) / float64(f.Sampled) // NaN when nothing was looked up
	few := f.Sampled > 0 && f.Found == 0 || f.Sampled >= fitLookedUp && covered < matched
	switch {
	case few && f.RSIDs >= fitRSIDs && float64(f.RSIDAgreement) < buildDisagrees:
		return FitOtherBuild
	case few:
		return FitTooLittle
	case share(panel.withFrequency, panel.rows) < fitFrequencies:
		return FitNoFrequencies
	case byRSID || f.Found < enoughForVerdict || float64(f.AllelesAgree) >= fitAlleles:
		return ""
	case f.Frequencies < enoughForVerdict:
		return FitAllelesDiffer
	case math.Abs(float64(f.FrequencyR)) < fitUnrelated:
		return FitUnrelated
	}
	return "" // some rows certainly match variants of the panel: the rest is a fault of the study
}

// say puts the judgement into one sentence.
func (f *PanelFit) say(byRSID bool, panel string, build genome.Build) string {
	if byRSID {
		return f.sayPlacing(panel)
	}
	of := phrase.Counted(int64(f.Sampled), "variant", "variants")
	switch f.Code {
	case FitOtherBuild:
		return fmt.Sprintf(
			"Reference panel %s not used: of the %s rs numbers that it shares with the file %s at the same position, so one of the two is not on %s.",
			panel,
			phrase.Thousands(int64(f.RSIDs)),
			lie(f.same()),
			build.Label(),
		)
	case FitTooLittle:
		return fmt.Sprintf(
			"Reference panel %s not used: of %s of the file that %s looked up it has %s; check the genome build of the file if it should hold them.",
			panel,
			of,
			were(f.Sampled),
			phrase.Thousands(int64(f.Found)),
		)
	case FitNoFrequencies:
		return fmt.Sprintf("Reference panel %s not used: it states no allele frequencies.", panel)
	case FitAllelesDiffer:
		return fmt.Sprintf(
			"Reference panel %s not used: at the positions that it shares with the file only %s of the alleles agree, and no frequencies tell which of the two is right.",
			panel,
			percent(float64(f.AllelesAgree)),
		)
	case FitUnrelated:
		return fmt.Sprintf(
			"Reference panel %s not used: at the positions that it shares with the file only %s of the alleles agree, and their frequencies have nothing to do with those of the file (r = %.2f).",
			panel,
			percent(float64(f.AllelesAgree)),
			float64(f.FrequencyR),
		)
	}
	if f.Sampled == 0 {
		return fmt.Sprintf("No row of the file could be looked up in the reference panel %s.", panel)
	}
	return fmt.Sprintf("Of %s of the file that %s looked up, the reference panel %s has %s.", of, were(f.Sampled), panel, phrase.Thousands(int64(f.Found)))
}

// sayPlacing returns the sentence for a study that gets its positions from the panel.
func (f *PanelFit) sayPlacing(panel string) string {
	if f.Sampled == 0 {
		return fmt.Sprintf("No row of the file could be looked up in the reference panel %s.", panel)
	}
	of, have := phrase.Counted(int64(f.Sampled), "rs number", "rs numbers"), phrase.Thousands(int64(f.Found))
	switch f.Code {
	case FitTooLittle:
		return fmt.Sprintf(
			"The reference panel %s has only %s of %s of the file that %s looked up, and without positions a variant is placed by the panel or not at all.",
			panel,
			have,
			of,
			were(f.Sampled),
		)
	case FitNoFrequencies:
		return fmt.Sprintf("The reference panel %s places the variants of the file and states no allele frequencies to compare theirs with.", panel)
	}
	return fmt.Sprintf("Of %s of the file that %s looked up, the reference panel %s has %s.", of, were(f.Sampled), panel, have)
}

func (f *PanelFit) same() int64 {
	return int64(math.Round(float64(f.RSIDAgreement) * float64(f.RSIDs)))
}

func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

func lie(n int64) string {
	switch n {
	case 0:
		return "none lies"
	case 1:
		return "only 1 lies"
	}
	return "only " + phrase.Thousands(n) + " lie"
}
