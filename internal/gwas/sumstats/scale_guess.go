package sumstats

import (
	"slices"
	"strings"
)

// ScaleGuess is what a file tells about the scale of its effects.
type ScaleGuess struct {
	Scale      EffectScale `json:"scale"` // "" when nothing tells it
	Confidence Confidence  `json:"confidence"`
	Reason     string      `json:"reason"`
	Question   string      `json:"question,omitempty"`
	// CaseControl is the scale if the study turns out to compare cases with
	// controls, which often stands in no file.
	CaseControl EffectScale `json:"case_control_scale"`
}

// Settle is the scale of the effects as they stand in the file: the one that a
// person states, else the one that the file and the sizes of the study tell.
func (g ScaleGuess) Settle(stated EffectScale, t Totals) EffectScale {
	switch {
	case stated != ScaleUnknown:
		return stated
	case g.Confidence != Certain && t.Settled().CaseControl():
		return g.CaseControl
	}
	return g.Scale
}

// Settle takes the scale that the file tells where the person stated none.
func (in *Inspection) Settle(c Conventions, t Totals) Conventions {
	c.Scale = in.Scale.Settle(c.Scale, t)
	return c
}

const scaleQuestion = "On which scale are the effects: log odds, the probability scale of a linear model of a yes/no trait, " +
	"the unit of the trait, standard deviations of the trait, or log hazard?"

// betaNames are headers of an effect that say its scale.
var betaNames = map[string]EffectScale{
	"log_odds": LogOdds, "logor": LogOdds, "log_or": LogOdds, "ln_or": LogOdds, "lnor": LogOdds, "log_odds_ratio": LogOdds,
	"stdbeta": Standardised, "std_beta": Standardised, "beta_std": Standardised, "standardized_beta": Standardised, "standardised_beta": Standardised,
	"loghr": LogHazard, "log_hr": LogHazard, "lnhr": LogHazard, "ln_hr": LogHazard,
}

// guessScale looks at the software, the names of the columns and what they hold.
func (s *suggestion) guessScale(rows *sample, totals *StudyTotals) ScaleGuess {
	cases := totals != nil || s.has(FieldNCases) || s.has(FieldNControls) || s.has(FieldEAFCases) || s.has(FieldAlleleFrequencyCases)
	if scale := s.scaleColumn(rows); scale != ScaleUnknown {
		return certainly(scale, "The file says it in the column "+s.profiles[s.get(FieldEffectScale).col].name+".")
	}
	beta := s.get(FieldBeta)
	switch {
	case beta == nil && s.has(FieldOddsRatio):
		return certainly(LogOdds, "The effects are odds ratios.")
	case beta == nil && s.has(FieldHazardRatio):
		return certainly(LogHazard, "The effects are hazard ratios.")
	case beta == nil:
		return s.guessOfZ(cases)
	}
	if scale, ok := betaNames[s.profiles[beta.col].normalised]; ok {
		return certainly(scale, "The column is called "+s.profiles[beta.col].name+".")
	}
	switch {
	case s.known && s.software.linear && slices.ContainsFunc(strings.Fields(s.software.logistic), func(h string) bool { return slices.Contains(s.normalised, h) }):
		return certainly(LogOdds, s.software.label+" fitted a logistic model.")
	case s.known && s.software.linear:
		return s.guessOfLinear(cases)
	case s.has(FieldOddsRatio):
		return certainly(LogOdds, "The file has odds ratios besides.")
	case s.has(FieldHazardRatio):
		return certainly(LogHazard, "The file has hazard ratios besides.")
	case cases:
		return ScaleGuess{Scale: LogOdds, CaseControl: LogOdds, Confidence: Likely, Reason: "The file tells cases from controls, and effects of such a study are log odds as a rule."}
	}
	return ScaleGuess{CaseControl: LogOdds, Confidence: Ask, Reason: "Nothing in the file tells the scale of its effects.", Question: scaleQuestion}
}

func certainly(scale EffectScale, reason string) ScaleGuess {
	return ScaleGuess{Scale: scale, CaseControl: scale, Confidence: Certain, Reason: reason}
}

// guessOfLinear is for software that fits a linear model whatever the trait is.
func (s *suggestion) guessOfLinear(cases bool) ScaleGuess {
	g := ScaleGuess{Scale: LinearUnits, CaseControl: LinearBinary, Confidence: Ask, Reason: s.software.label + " fits a linear model, also to a trait that is yes or no.",
		Question: "Is the trait measured, or is it yes or no?"}
	if cases {
		g.Scale, g.Confidence, g.Question = LinearBinary, Likely, ""
		g.Reason += " The file tells cases from controls."
	}
	return g
}

// guessOfZ is for files whose effects are derived from Z.
func (s *suggestion) guessOfZ(cases bool) ScaleGuess {
	g := ScaleGuess{Scale: Standardised, CaseControl: LogOdds, Confidence: Likely, Reason: "Effects are derived from Z, in standard deviations of the trait."}
	if cases || s.has(FieldNEff) || s.has(FieldNEffHalf) {
		g.Scale, g.Reason = LogOdds, "Effects are derived from Z and the effective sample size of cases and controls, as log odds."
	}
	return g
}

// scaleColumn is the scale that a column states in every row.
func (s *suggestion) scaleColumn(rows *sample) EffectScale {
	p := s.get(FieldEffectScale)
	if p == nil || len(rows.rows) == 0 {
		return ScaleUnknown
	}
	stated := string(rows.rows[0].cell(p.col))
	for _, row := range rows.rows {
		if string(row.cell(p.col)) != stated {
			return ScaleUnknown
		}
	}
	scale, err := ParseScale(strings.Clone(stated))
	if err != nil {
		return ScaleUnknown
	}
	return scale
}
