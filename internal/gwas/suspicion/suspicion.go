// Package suspicion judges whether the association of a locus can be believed: whether the z-scores
// near its lead variant are those that LD implies, and whether the variants were measured in the
// same participants. It owns the verdict, its thresholds and its sentences. It imports stat and
// phrase, and knows no files.
//
// The test is DENTIST-S as SLALOM uses it (Kanai et al. 2022, Cell Genomics 2:100210; Chen et al.
// 2021, Nat Commun 12:7117), for one causal variant that the lead represents.
package suspicion

import (
	"math"
	"slices"

	"cohortium/internal/gwas/stat"
)

// Thresholds. Those of LD and outliers are SLALOM's.
const (
	LinkedR2    = 0.6 // r² with the lead from which variants are compared
	OutlierLogP = 4.0 // −log10 P of DENTIST-S above which a variant is an outlier
	EvenN       = 0.8 // N of a variant as a share of the largest, below which the power differs
	GoodInfo    = 0.6 // imputation quality below which a z-score is unreliable

	sameR2 = 1e-9 // 1 − r² below which two variants are one in the panel
	unseen = 6.0  // haplotypes added to those in which two variants differ
)

// Verdict is the judgement of a locus.
type Verdict string

// The verdicts.
const (
	Believe  Verdict = "believe"
	Doubt    Verdict = "doubt"
	Unjudged Verdict = "not_judged"
)

// Reason is why a locus is not believed, or not judged.
type Reason string

// The reasons.
const (
	NoLD      Reason = "no_ld"              // there is no LD of the variants
	NoLead    Reason = "lead_not_in"        // the lead is not in the LD panel
	Alone     Reason = "no_proxy"           // no other variant is linked to the lead
	Outliers  Reason = "outliers"           // z-scores that LD does not explain
	Exchanged Reason = "exchanged"          // of them those that their opposite would explain
	Uneven    Reason = "uneven_n"           // linked variants with far fewer participants
	PoorLead  Reason = "low_info_lead"      // the lead was poorly imputed
	Several   Reason = "several_ancestries" // no LD panel describes the participants together
	Foreign   Reason = "foreign_ld"         // the LD panel is of another ancestry
)

// Variant is a variant of the locus; NaN is an unknown number.
type Variant struct {
	Z, R   float64 // z-score, and r with the lead for the same allele; R is NaN if it is not in the panel
	N      float64
	Info   float64
	Absent []int // studies without the variant
}

// Linked is a variant that was compared with the lead.
type Linked struct {
	Index     int
	R2        float64
	NegLog10P float64 // of DENTIST-S
	Outlier   bool
	Exchanged bool    // the z-score of the other allele fits
	ShareN    float64 // of the largest N among lead and linked variants
	Uneven    bool
	PoorInfo  bool
}

// Report is the judgement of a locus with its evidence.
type Report struct {
	Verdict Verdict
	Reasons []Reason
	Linked  []Linked // in the order of the variants
	LeadN   float64  // share of the largest N
	// Studies are those that some of the lead, outliers and uneven variants are absent from and
	// others of the compared variants are not.
	Studies []int
}

// Judge judges a locus by its lead. haplotypes is the size of the LD panel, whose sampling error is
// allowed for; 0 is LD of the participants themselves.
func Judge(lead int, variants []Variant, haplotypes int) Report {
	report := Report{Verdict: Unjudged, LeadN: math.NaN()}
	inPanel := 0
	for _, v := range variants {
		if !math.IsNaN(v.R) {
			inPanel++
		}
	}
	switch {
	case inPanel == 0:
		report.Reasons = []Reason{NoLD}
		return report
	case math.IsNaN(variants[lead].R):
		report.Reasons = []Reason{NoLead}
		return report
	}
	largest := variants[lead].N
	for i, v := range variants {
		if i == lead || !(v.R*v.R >= LinkedR2) || math.IsNaN(v.Z) {
			continue
		}
		if !(v.N <= largest) && !math.IsNaN(v.N) {
			largest = v.N
		}
		report.Linked = append(report.Linked, compare(i, variants[lead].Z, v, haplotypes))
	}
	if len(report.Linked) == 0 {
		report.Reasons = []Reason{Alone}
		return report
	}
	report.LeadN = variants[lead].N / largest
	uneven := report.LeadN < EvenN
	for i := range report.Linked {
		l := &report.Linked[i]
		l.ShareN = variants[l.Index].N / largest
		l.Uneven = l.ShareN < EvenN
		uneven = uneven || l.Uneven
	}
	report.decide(uneven, variants[lead].Info < GoodInfo)
	report.Studies = causing(lead, variants, report)
	return report
}

// compare tests the z-score of a variant against that of the lead: z − r·z₀ is normal with variance
// 1 − r² if the lead is the only cause. r of a panel of H haplotypes has an error of variance
// (1 − r²)²/H, which adds z₀² times that. Variants that are nearly the same differ in few haplotypes,
// whose number is itself uncertain: 6/H is added to 1 − r². In the simulations of the tests 3 % of
// clean loci are then doubted, and 5 % with 4/H.
func compare(i int, lead float64, v Variant, haplotypes int) Linked {
	l := Linked{Index: i, R2: v.R * v.R, PoorInfo: v.Info < GoodInfo}
	variance := max(1-l.R2, sameR2)
	if haplotypes > 0 {
		beyond := variance + unseen/float64(haplotypes)
		variance = beyond + lead*lead*beyond*beyond/float64(haplotypes)
	}
	test := func(z float64) float64 {
		return stat.NegLog10PFromZ((z - v.R*lead) / math.Sqrt(variance))
	}
	l.NegLog10P = test(v.Z)
	l.Outlier = l.NegLog10P > OutlierLogP
	l.Exchanged = l.Outlier && test(-v.Z) <= OutlierLogP
	return l
}

func (r *Report) decide(uneven, poor bool) {
	outliers, exchanged := 0, 0
	for _, l := range r.Linked {
		if l.Exchanged {
			exchanged++
		} else if l.Outlier {
			outliers++
		}
	}
	for _, c := range []struct {
		holds  bool
		reason Reason
	}{{outliers > 0, Outliers}, {exchanged > 0, Exchanged}, {uneven, Uneven}, {poor, PoorLead}} {
		if c.holds {
			r.Reasons = append(r.Reasons, c.reason)
		}
	}
	r.Verdict = Believe
	if len(r.Reasons) > 0 {
		r.Verdict = Doubt
	}
}

// causing returns the studies that have some of the compared variants only, if that concerns a
// variant the locus is doubted for.
func causing(lead int, variants []Variant, r Report) []int {
	if r.Verdict != Doubt {
		return nil
	}
	compared, doubted := map[int]int{}, map[int]bool{}
	count := func(i int, doubtful bool) {
		for _, study := range variants[i].Absent {
			compared[study]++
			doubted[study] = doubted[study] || doubtful
		}
	}
	count(lead, true)
	for _, l := range r.Linked {
		count(l.Index, l.Outlier || l.Uneven)
	}
	var out []int
	for study, absent := range compared {
		if doubted[study] && absent <= len(r.Linked) {
			out = append(out, study)
		}
	}
	slices.Sort(out)
	return out
}
