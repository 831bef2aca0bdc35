package recognise

import (
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// ScaleGuess is the evidence of a file about the scale of its effects.
type ScaleGuess struct {
	Scale      sumstats.EffectScale `json:"scale"` // "" when nothing determines it
	Confidence Confidence           `json:"confidence"`
	Reason     string               `json:"reason"`
	Question   string               `json:"question,omitempty"`
	// CaseControl is the scale if the study turns out to compare cases with controls, which files
	// often do not state.
	CaseControl sumstats.EffectScale `json:"case_control_scale"`
}

// Settle returns the scale of the effects as written in the file: the one that a person states,
// else the one that the file and the sizes of the study determine.
func (g ScaleGuess) Settle(stated sumstats.EffectScale, t sumstats.Totals) sumstats.EffectScale {
	switch {
	case stated != sumstats.ScaleUnknown:
		return stated
	case g.Confidence != Certain && t.Settled().CaseControl():
		return g.CaseControl
	}
	return g.Scale
}

// Settle uses the scale of the file where the person stated none.
func (in *Inspection) Settle(c sumstats.Conventions, t sumstats.Totals) sumstats.Conventions {
	c.Scale = in.Scale.Settle(c.Scale, t)
	return c
}

const scaleQuestion = "On which scale are the effects: log odds, the probability scale of a linear model of a yes/no trait, " +
	"the unit of the trait, standard deviations of the trait, or log hazard?"

// betaNames are headers of an effect that state its scale.
var betaNames = map[string]sumstats.EffectScale{
	"log_odds":          sumstats.LogOdds,
	"logor":             sumstats.LogOdds,
	"log_or":            sumstats.LogOdds,
	"ln_or":             sumstats.LogOdds,
	"lnor":              sumstats.LogOdds,
	"log_odds_ratio":    sumstats.LogOdds,
	"stdbeta":           sumstats.Standardised,
	"std_beta":          sumstats.Standardised,
	"beta_std":          sumstats.Standardised,
	"standardized_beta": sumstats.Standardised,
	"standardised_beta": sumstats.Standardised,
	"loghr":             sumstats.LogHazard,
	"log_hr":            sumstats.LogHazard,
	"lnhr":              sumstats.LogHazard,
	"ln_hr":             sumstats.LogHazard,
}

// guessScale uses the software, the names of the mapped columns and their values.
func (l *look) guessScale(m sumstats.Mapping, totals FileTotals) ScaleGuess {
	_, stated := totals.Stated()
	cases := stated || m.HasAny(sumstats.FieldNCases, sumstats.FieldNControls, sumstats.FieldEAFCases, sumstats.FieldAlleleFrequencyCases)
	if scale := l.scaleColumn(m[sumstats.FieldEffectScale]); scale != sumstats.ScaleUnknown {
		return certainly(scale, "The file states it in the column "+m[sumstats.FieldEffectScale]+".")
	}
	beta := m[sumstats.FieldBeta]
	switch {
	case beta == "" && m.HasAny(sumstats.FieldOddsRatio):
		return certainly(sumstats.LogOdds, "The effects are odds ratios.")
	case beta == "" && m.HasAny(sumstats.FieldHazardRatio):
		return certainly(sumstats.LogHazard, "The effects are hazard ratios.")
	case beta == "" && !m.HasAny(sumstats.FieldZ):
		return ScaleGuess{CaseControl: sumstats.LogOdds, Confidence: Ask, Reason: "No column of effects was found.", Question: scaleQuestion}
	case beta == "":
		return guessOfZ(cases || m.HasAny(sumstats.FieldNEff, sumstats.FieldNEffHalf))
	}
	if scale, ok := betaNames[normaliseHeader(beta)]; ok {
		return certainly(scale, "The column is called "+beta+".")
	}
	switch {
	case l.software.linear && slices.ContainsFunc(strings.Fields(l.software.logistic), l.hasHeader):
		return certainly(sumstats.LogOdds, l.software.label+" fitted a logistic model.")
	case l.software.linear:
		return l.guessOfLinear(cases)
	case m.HasAny(sumstats.FieldOddsRatio):
		return certainly(sumstats.LogOdds, "The file has odds ratios besides.")
	case m.HasAny(sumstats.FieldHazardRatio):
		return certainly(sumstats.LogHazard, "The file has hazard ratios besides.")
	case cases:
		return ScaleGuess{
			Scale:       sumstats.LogOdds,
			CaseControl: sumstats.LogOdds,
			Confidence:  Likely,
			Reason:      "The file separates cases from controls, and effects of such a study are usually log odds.",
		}
	}
	return ScaleGuess{CaseControl: sumstats.LogOdds, Confidence: Ask, Reason: "The file does not state the scale of its effects.", Question: scaleQuestion}
}

func (l *look) hasHeader(normalised string) bool {
	return slices.ContainsFunc(l.profiles, func(c profile) bool { return c.normalised == normalised })
}

func certainly(scale sumstats.EffectScale, reason string) ScaleGuess {
	return ScaleGuess{Scale: scale, CaseControl: scale, Confidence: Certain, Reason: reason}
}

// guessOfLinear returns the guess for software that fits a linear model whatever the trait is.
func (l *look) guessOfLinear(cases bool) ScaleGuess {
	g := ScaleGuess{
		Scale:       sumstats.LinearUnits,
		CaseControl: sumstats.LinearBinary,
		Confidence:  Ask,
		Reason:      l.software.label + " fits a linear model, also to a trait that is yes or no.",
		Question:    "Is the trait measured, or is it yes or no?",
	}
	if cases {
		g.Scale, g.Confidence, g.Question = sumstats.LinearBinary, Likely, ""
		g.Reason += " The file separates cases from controls."
	}
	return g
}

// guessOfZ returns the guess for files whose effects are derived from Z.
func guessOfZ(cases bool) ScaleGuess {
	g := ScaleGuess{
		Scale:       sumstats.Standardised,
		CaseControl: sumstats.LogOdds,
		Confidence:  Likely,
		Reason:      "Effects are derived from Z, in standard deviations of the trait.",
	}
	if cases {
		g.Scale, g.Reason = sumstats.LogOdds, "Effects are derived from Z and the effective sample size of cases and controls, as log odds."
	}
	return g
}

// scaleColumn returns the scale that a column states in every row.
func (l *look) scaleColumn(column string) sumstats.EffectScale {
	col := slices.Index(l.layout.Header, column)
	if col < 0 || len(l.rows.rows) == 0 {
		return sumstats.ScaleUnknown
	}
	stated := string(l.rows.rows[0].cell(col))
	for _, row := range l.rows.rows {
		if string(row.cell(col)) != stated {
			return sumstats.ScaleUnknown
		}
	}
	scale, err := sumstats.ParseScale(strings.Clone(stated))
	if err != nil {
		return sumstats.ScaleUnknown
	}
	return scale
}
