package locusreport

import (
	"cohortium/internal/gwas/locus"
	"cohortium/internal/gwas/susie"
	"cohortium/internal/gwas/suspicion"
)

// Panel describes the LD that loci were judged with.
type Panel struct {
	Name     string `json:"name"`
	Version  string `json:"version,omitempty"`
	Ancestry string `json:"ancestry"`
	People   int    `json:"people"`
	SHA256   string `json:"sha256,omitempty"` // of the original file
}

// Settings are the parameters of a report, as inputs.json has them.
type Settings struct {
	LD          *Panel  `json:"ld"`                // nil without
	Missing     string  `json:"missing,omitempty"` // why there is no LD, as a sentence
	Window      int32   `json:"window"`            // bases on either side of a lead
	Coverage    float64 `json:"coverage"`
	MostSignals int     `json:"max_signals"`
	LinkedR2    float64 `json:"linked_r2"`
	OutlierLogP float64 `json:"outlier_neg_log_10_p"`
}

// DefaultSettings returns the settings of a report without LD.
func DefaultSettings() Settings {
	return Settings{Window: locus.Window, Coverage: susie.Coverage, MostSignals: susie.MostSignals,
		LinkedR2: suspicion.LinkedR2, OutlierLogP: suspicion.OutlierLogP}
}

// Report is the report of a whole result. Its loci are brief.
type Report struct {
	Settings
	Believe  int     `json:"n_believe"`
	Doubt    int     `json:"n_doubt"`
	Unjudged int     `json:"n_not_judged"`
	Loci     []Locus `json:"loci"` // one per lead, in the order of the leads
}

// Add adds a locus.
func (r *Report) Add(l Locus) {
	switch l.Verdict {
	case suspicion.Believe:
		r.Believe++
	case suspicion.Doubt:
		r.Doubt++
	default:
		r.Unjudged++
	}
	r.Loci = append(r.Loci, l.Brief())
}

// words are the verdicts for people.
var words = map[suspicion.Verdict]string{suspicion.Believe: "believe", suspicion.Doubt: "do not believe", suspicion.Unjudged: "not judged"}

// VerdictWords returns a verdict as reports and tables print it.
func VerdictWords(v suspicion.Verdict) string { return words[v] }
