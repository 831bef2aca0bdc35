package suspicion

import (
	"fmt"
	"strings"

	"cohortium/internal/platform/phrase"
)

// named is how many variants a sentence names.
const named = 5

// Sentences explain the verdict, and what to do. name returns the name of a variant, and studies are
// the names of studies.
func (r *Report) Sentences(name func(i int) string, studies []string) (out []string) {
	for _, reason := range r.Reasons {
		out = append(out, r.sentence(reason, name))
	}
	if len(r.Studies) > 0 {
		names := make([]string, len(r.Studies))
		for i, s := range r.Studies {
			names[i] = studies[s]
		}
		out = append(out, fmt.Sprintf("Some of these variants are missing in %s. "+
			"Impute them there, or leave out variants that not all studies have.", strings.Join(names, ", ")))
	}
	return out
}

func counted(n int) string { return phrase.Counted(int64(n), "variant", "variants") }

func (r *Report) sentence(reason Reason, name func(i int) string) string {
	list := func(of func(Linked) bool) (int, string) {
		var names []string
		for _, l := range r.Linked {
			if of(l) {
				names = append(names, name(l.Index))
			}
		}
		if len(names) > named {
			return len(names), strings.Join(names[:named], ", ") + " and " + phrase.Thousands(int64(len(names)-named)) + " more"
		}
		return len(names), strings.Join(names, ", ")
	}
	switch reason {
	case NoLD:
		return "Not judged: no LD. Install phased genotypes of the participants' ancestry."
	case NoLead:
		return "Not judged: the lead variant is not in the LD panel, or is A/T or C/G with a frequency near 0.5, so its strand cannot be determined."
	case Alone:
		return fmt.Sprintf("Not judged: no other variant has r² ≥ %g with the lead variant. "+
			"Check its imputation quality and frequency in each study.", LinkedR2)
	case Several:
		return "Not judged: the participants are of several ancestries, and LD differs between them. Judge the result of each ancestry."
	case Foreign:
		return "Not judged: the LD panel is of another ancestry than the participants. Install phased genotypes of their ancestry."
	case Outliers:
		n, names := list(func(l Linked) bool { return l.Outlier && !l.Exchanged })
		return fmt.Sprintf("The z-scores of %s do not match their LD with the lead variant: %s. "+
			"Check their sample size and imputation quality in each study, and that the LD panel has the participants' ancestry.",
			counted(n), names)
	case Exchanged:
		n, names := list(func(l Linked) bool { return l.Exchanged })
		return fmt.Sprintf("The effect of %s has the opposite sign of that implied by LD: %s. Check the effect alleles.",
			counted(n), names)
	case Uneven:
		if r.LeadN < EvenN {
			return fmt.Sprintf("The lead variant has only %.0f %% of the participants of variants linked to it.", 100*r.LeadN)
		}
		n, names := list(func(l Linked) bool { return l.Uneven })
		return fmt.Sprintf("The sample size of %s linked to the lead is below %.0f %% of that of the others, "+
			"so evidence is not comparable: %s.", counted(n), 100*EvenN, names)
	case PoorLead:
		return fmt.Sprintf("The imputation quality of the lead variant is below %g. Genotype it, or use studies that imputed it well.", GoodInfo)
	}
	return string(reason)
}
