package hermes

import (
	"slices"

	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/studyset"
)

// cautionOf returns the caution whose confirmation also confirms the verdict.
func cautionOf(v studyset.Verdict) CautionCode {
	if v.Contradicted {
		return CautionContradiction
	}
	switch v.Code {
	case studyset.SharedPeople:
		return CautionPeople
	case studyset.FewShared:
		return CautionShared
	case studyset.Frequency:
		return CautionFrequency
	case studyset.Inflation:
		return CautionInflation
	default:
		return CautionSize
	}
}

// confirmedVerdicts returns the verdicts that the options of a meta-analysis confirm.
func (o *MetaOptions) confirmedVerdicts() (codes []studyset.Code) {
	for _, code := range studyset.Confirmable() {
		if _, yes := o.confirmed(cautionOf(studyset.Verdict{Code: code})); yes {
			codes = append(codes, code)
		}
	}
	return codes
}

// take adds the verdicts of a caution before its other findings.
func (c *Caution) take(verdicts []studyset.Verdict, uploads []*Submission) {
	var found []CautionFinding
	for _, v := range verdicts {
		if cautionOf(v) != c.Code {
			continue
		}
		named := make([]*Submission, len(v.Studies))
		for i, study := range v.Studies {
			named[i] = uploads[study]
		}
		sentence := v.Sentence
		if c.Code != CautionShared {
			sentence += " " + v.Advice
		}
		found = append(found, CautionFinding{Datasets: idsOf(named), Sentence: sentence})
	}
	reported := func(f CautionFinding) bool {
		return c.Code == CautionPeople && slices.ContainsFunc(found, func(of CautionFinding) bool {
			return !slices.ContainsFunc(f.Datasets, func(id string) bool { return !slices.Contains(of.Datasets, id) })
		})
	}
	c.Findings = append(found, slices.DeleteFunc(c.Findings, reported)...)
}

// contradictionCaution and the functions below return cautions with verdicts only.
func contradictionCaution() Caution {
	return Caution{Code: CautionContradiction, Title: "Submissions contradict each other.",
		Advice: "Correct the submission that is wrong and run QC again."}
}

func frequencyCaution() Caution {
	return Caution{Code: CautionFrequency, Title: "Allele frequencies that contradict each other.",
		Advice: "A/T and C/G variants would be turned by a wrong frequency: correct the column, or leave these variants out."}
}

func sharedCaution() Caution {
	return Caution{Code: CautionShared, Title: "Few variants in common.", Advice: sketch.Why}
}
