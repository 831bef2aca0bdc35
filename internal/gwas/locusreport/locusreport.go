// Package locusreport reports the judged and fine-mapped loci of a result: verdict, evidence and
// credible sets of each locus, and each variant with its posterior probability and Bayes factors.
// It owns the JSON and the table of such reports, and the comparison of two loci. It imports
// finemap, which computes them, and names no file.
package locusreport

import (
	"fmt"
	"math"
	"slices"

	"cohortium/internal/gwas/finemap"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/suspicion"
	"cohortium/internal/gwas/variant"
)

// Locus is the report of one locus. Missing numbers are null.
type Locus struct {
	Region      string             `json:"region"` // chromosome:start-end, 1-based, both ends included
	Lead        string             `json:"lead"`   // rs number, else chromosome:position:other allele:effect allele; "" without P values
	Position    int32              `json:"lead_position"`
	NegLog10P   stat.Number        `json:"neg_log_10_p_value"` // of the lead
	Variants    int                `json:"variants"`
	InPanel     int                `json:"variants_with_ld"`
	Palindromic int                `json:"palindromic_left_out"`
	Verdict     suspicion.Verdict  `json:"verdict"`
	Reasons     []suspicion.Reason `json:"reasons"`
	Sentences   []string           `json:"sentences"`
	Studies     []string           `json:"studies"` // that lack variants for which the locus is doubted
	Compared    int                `json:"n_linked"`
	Outliers    int                `json:"n_outliers"`
	Linked      []Linked           `json:"linked"`
	LeadShareN  stat.Number        `json:"lead_share_of_n"`
	Method      finemap.Method     `json:"method"`
	Why         string             `json:"why_one_signal,omitempty"`
	Mismatch    stat.Number        `json:"lambda"`
	Residual    stat.Number        `json:"residual_variance"`
	Impure      int                `json:"sets_left_out_as_impure"`
	Sets        []Set              `json:"credible_sets"`
}

// Linked is a variant that was compared with the lead.
type Linked struct {
	Variant   string      `json:"variant"`
	R2        stat.Number `json:"r2"`
	NegLog10P stat.Number `json:"dentist_s_neg_log_10_p"`
	Outlier   bool        `json:"outlier"`
	Exchanged bool        `json:"opposite_sign_fits"`
	PoorInfo  bool        `json:"low_imputation_quality"`
	ShareN    stat.Number `json:"share_of_n"`
}

// Set is the credible set of one signal.
type Set struct {
	Size     int         `json:"size"`
	Coverage stat.Number `json:"coverage"`
	Purity   stat.Number `json:"purity"`
	LogBF    stat.Number `json:"log_bayes_factor"`
	Variants []Member    `json:"variants"` // the most probable first
}

// Member is a variant of a credible set.
type Member struct {
	Variant   string      `json:"variant"`
	Position  int32       `json:"position"`
	PIP       stat.Number `json:"pip"`
	LogBF     stat.Number `json:"log_bayes_factor"`
	NegLog10P stat.Number `json:"neg_log_10_p_value"`
}

// Variant is a variant of a locus. Missing numbers are NaN.
type Variant struct {
	Position     int32 // 1-based
	EffectAllele string
	OtherAllele  string
	RSID         uint64 // 0 for none
	Beta, SE     float64
	NegLog10P    float64
	N            float64
	R            float64 // with the lead, for the effect alleles
	Dentist      float64 // −log10 P of DENTIST-S; NaN if it was not compared
	PIP          float64
	Set          int       // number of its credible set from 1, 0 for none
	LogBF        []float64 // of each signal
}

// Outlier reports whether a variant contradicts its LD with the lead.
func (v *Variant) Outlier() bool { return v.Dentist > suspicion.OutlierLogP }

// Mapped is a reported locus with all its variants.
type Mapped struct {
	Region   genome.Region
	Locus    Locus
	Variants []Variant // in genome order
}

// Of returns the report of a fine-mapped locus. studies are the names of the studies that in.Absent
// counts.
func Of(region genome.Region, in *finemap.Input, r *finemap.Result, studies []string) *Mapped {
	name := func(i int) string { return Name(&in.Rows[i], in.Dict) }
	out := Locus{Region: region.String(), NegLog10P: stat.Number(math.NaN()), Variants: len(in.Rows), InPanel: r.Matched, Palindromic: r.Palindromic,
		Verdict: r.Judgement.Verdict, Reasons: append([]suspicion.Reason{}, r.Judgement.Reasons...),
		Sentences: append([]string{}, r.Judgement.Sentences(name, studies)...), Studies: []string{}, Linked: []Linked{},
		Compared: len(r.Judgement.Linked), LeadShareN: stat.Number(r.Judgement.LeadN), Method: r.Method, Why: r.Why,
		Mismatch: stat.Number(r.Mismatch), Residual: stat.Number(r.Residual), Impure: r.Impure, Sets: []Set{}}
	if r.Lead >= 0 {
		lead := &in.Rows[r.Lead]
		out.Lead, out.Position, out.NegLog10P = name(r.Lead), lead.Position, stat.Number(lead.NegLog10P)
	}
	for _, s := range r.Judgement.Studies {
		out.Studies = append(out.Studies, studies[s])
	}
	for _, l := range r.Judgement.Linked {
		out.Linked = append(out.Linked,
			Linked{name(l.Index), stat.Number(l.R2), stat.Number(l.NegLog10P), l.Outlier, l.Exchanged, l.PoorInfo, stat.Number(l.ShareN)})
		if l.Outlier {
			out.Outliers++
		}
	}
	for _, s := range r.Sets {
		set := Set{Size: len(s.Rows), Coverage: stat.Number(s.Coverage), Purity: stat.Number(s.Purity), LogBF: stat.Number(s.LogBFAll)}
		for _, i := range s.Rows {
			row := &in.Rows[i]
			set.Variants = append(set.Variants, Member{name(i), row.Position, stat.Number(r.PIP[i]), stat.Number(s.LogBF[i]), stat.Number(row.NegLog10P)})
		}
		out.Sets = append(out.Sets, set)
	}
	return &Mapped{region, out, variants(in, r)}
}

func variants(in *finemap.Input, r *finemap.Result) []Variant {
	out := make([]Variant, len(in.Rows))
	for i := range out {
		row := &in.Rows[i]
		out[i] = Variant{Position: row.Position, EffectAllele: in.Dict.Text(row.EA), OtherAllele: in.Dict.Text(row.OA),
			RSID: row.RSID, Beta: row.Beta, SE: row.SE,
			NegLog10P: row.NegLog10P, N: row.WeightN(), R: r.R[i], Dentist: math.NaN(), PIP: math.NaN()}
		if r.PIP != nil {
			out[i].PIP = r.PIP[i]
		}
		for _, s := range r.Sets {
			out[i].LogBF = append(out[i].LogBF, s.LogBF[i])
		}
	}
	for _, l := range r.Judgement.Linked {
		out[l.Index].Dentist = l.NegLog10P
	}
	for k := len(r.Sets) - 1; k >= 0; k-- { // the first set that has a variant
		for _, i := range r.Sets[k].Rows {
			out[i].Set = k + 1
		}
	}
	return out
}

// Name names a row: its rs number, else its place and alleles.
func Name(r *sumstats.Row, dict *variant.Dict) string {
	return nameOf(r.Chromosome, r.Position, r.RSID, dict.Text(r.OA), dict.Text(r.EA))
}

func nameOf(c genome.Chromosome, position int32, rsid uint64, other, effect string) string {
	if rsid != 0 {
		return fmt.Sprintf("rs%d", rsid)
	}
	return fmt.Sprintf("%s:%d:%s:%s", c, position, other, effect)
}

// Name names a variant of the locus as the report does.
func (m *Mapped) Name(i int) string {
	v := &m.Variants[i]
	return nameOf(m.Region.Chromosome, v.Position, v.RSID, v.OtherAllele, v.EffectAllele)
}

// Listed is how many variants of a set, and how many doubted variants, a brief report lists.
const Listed = 20

// Brief returns the locus with Listed variants of each set and of the doubted ones at most. Size,
// Compared and Outliers stay complete.
func (l Locus) Brief() Locus {
	doubted := slices.DeleteFunc(slices.Clone(l.Linked), func(x Linked) bool {
		return !x.Outlier && !x.PoorInfo && !(x.ShareN < suspicion.EvenN)
	})
	slices.SortStableFunc(doubted, func(a, b Linked) int { return -compareNumbers(a.NegLog10P, b.NegLog10P) })
	l.Linked = doubted[:min(len(doubted), Listed)]
	l.Sets = slices.Clone(l.Sets)
	for i := range l.Sets {
		l.Sets[i].Variants = l.Sets[i].Variants[:min(len(l.Sets[i].Variants), Listed)]
	}
	return l
}

func compareNumbers(a, b stat.Number) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// RS returns the rs number with its letters; "" for none.
func (v *Variant) RS() string {
	if v.RSID == 0 {
		return ""
	}
	return fmt.Sprintf("rs%d", v.RSID)
}
