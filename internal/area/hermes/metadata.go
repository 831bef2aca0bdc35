package hermes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
)

// Metadata is an analyst's description of a submission. The keys are those of the consortium's
// metadata sheet. Dates are YYYY-MM-DD, ages years, proportions 0–1.
type Metadata struct {
	DataSetName                   string   `json:"dataSetName"`
	Cohort                        string   `json:"cohort"`
	DataCollectionStart           string   `json:"dataCollectionStart,omitempty"`
	DataCollectionEnd             string   `json:"dataCollectionEnd,omitempty"`
	ContactPerson                 string   `json:"contactPerson,omitempty"`
	References                    string   `json:"references,omitempty"`
	Acknowledgements              string   `json:"acknowledgements,omitempty"`
	Phenotype                     string   `json:"phenotype"`
	CaseAscertainment             string   `json:"caseAscertainment,omitempty"`
	CaseDefinition                string   `json:"caseDefinition,omitempty"`
	CaseType                      string   `json:"caseType,omitempty"`
	Sex                           string   `json:"sex"`
	Ancestry                      string   `json:"ancestry"`
	TotalSampleSize               int64    `json:"totalSampleSize"`
	Cases                         *int64   `json:"cases,omitempty"`
	GenomeBuild                   string   `json:"genomeBuild"`
	GenotypingArray               string   `json:"genotypingArray,omitempty"`
	CallingAlgorithm              string   `json:"callingAlgorithm,omitempty"`
	ImputationSoftware            string   `json:"imputationSoftware,omitempty"`
	ImputationReference           string   `json:"imputationReference,omitempty"`
	NumberOfVariantsForImputation *int64   `json:"numberOfVariantsForImputation,omitempty"`
	ImputationQualityMeasure      string   `json:"imputationQualityMeasure,omitempty"`
	RelatedIndividualsRemoved     string   `json:"relatedIndividualsRemoved,omitempty"`
	VariantCallRate               *float64 `json:"variantCallRate,omitempty"`
	SampleCallRate                *float64 `json:"sampleCallRate,omitempty"`
	HwePValue                     *float64 `json:"hwePValue,omitempty"`
	Maf                           *float64 `json:"maf,omitempty"`
	OtherFilters                  string   `json:"otherFilters,omitempty"`
	AnalysisSoftware              string   `json:"analysisSoftware,omitempty"`
	StatisticalModel              string   `json:"statisticalModel,omitempty"`
	Covariates                    string   `json:"covariates,omitempty"`
	EffectScale                   string   `json:"effectScale,omitempty"`
	ZeroBased                     string   `json:"zeroBased,omitempty"`     // Yes: positions are 0-based
	MissingTokens                 string   `json:"missingTokens,omitempty"` // separated by spaces
	MeanAgeCohort                 *float64 `json:"meanAgeCohort,omitempty"`
	SdAgeCohort                   *float64 `json:"sdAgeCohort,omitempty"`
	MeanAgeControl                *float64 `json:"meanAgeControl,omitempty"`
	SdAgeControls                 *float64 `json:"sdAgeControls,omitempty"`
	MeanAgeCases                  *float64 `json:"meanAgeCases,omitempty"`
	SdAgeCases                    *float64 `json:"sdAgeCases,omitempty"`
	MeanAgeRecruitment            *float64 `json:"meanAgeRecruitment,omitempty"`
	SdAgeRecruitment              *float64 `json:"sdAgeRecruitment,omitempty"`
	MaleProportionCohort          *float64 `json:"maleProportionCohort,omitempty"`
	MaleProportionControls        *float64 `json:"maleProportionControls,omitempty"`
	MaleProportionCases           *float64 `json:"maleProportionCases,omitempty"`
	MaleProportionRecruitment     *float64 `json:"maleProportionRecruitment,omitempty"`
}

// parseMetadata parses a metadata sheet and refuses unknown keys.
func parseMetadata(raw json.RawMessage) (*Metadata, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	m := new(Metadata)
	if err := d.Decode(m); err != nil {
		return nil, errs.New(errs.Invalid, "malformed_metadata", "The metadata cannot be read.").Because(err)
	}
	for _, text := range []*string{&m.DataSetName, &m.Cohort, &m.Phenotype, &m.Sex, &m.Ancestry, &m.GenomeBuild} {
		*text = strings.TrimSpace(*text)
	}
	return m, nil
}

// sheet collects all faults of a metadata sheet, so that they are shown together.
type sheet struct{ faults []errs.Field }

func (s *sheet) fault(key, sentence string) {
	s.faults = append(s.faults, errs.Field{Field: "metadata." + key, Message: sentence})
}

func (s *sheet) text(key, value string) {
	switch {
	case value == "":
		s.fault(key, "Fill this in.")
	case len([]rune(value)) > 200:
		s.fault(key, "At most 200 characters.")
	}
	if hidden := oneline.Fault(value); hidden != "" {
		s.fault(key, hidden)
	}
}

func (s *sheet) choice(key, value string) {
	if choices := lists()[key]; !allowed(choices, value) {
		s.fault(key, oneOf(choices))
	}
}

func (s *sheet) optional(key, value string) {
	if value != "" {
		s.choice(key, value)
	}
}

func (s *sheet) day(key, value string) (time.Time, bool) {
	if value == "" {
		return time.Time{}, false
	}
	t, err := time.Parse(time.DateOnly, value)
	if err != nil {
		s.fault(key, "A date looks like 2019-03-31.")
	}
	return t, err == nil
}

func (s *sheet) share(key string, value *float64) {
	if value != nil && !(*value >= 0 && *value <= 1) {
		s.fault(key, "A number from 0 to 1.")
	}
}

func (s *sheet) positive(key string, value *float64) {
	if value != nil && (!(*value > 0) || math.IsInf(*value, 0)) {
		s.fault(key, "A number above 0.")
	}
}

// faults checks the rules of the metadata form. kept is the current phenotype of the submission, ""
// for a new one.
func (m *Metadata) faults(list []*Phenotype, kept string) []errs.Field {
	s := new(sheet)
	s.text("dataSetName", m.DataSetName)
	s.text("cohort", m.Cohort)
	s.choice("sex", m.Sex)
	s.choice("ancestry", m.Ancestry)
	s.optional("caseAscertainment", m.CaseAscertainment)
	s.optional("caseType", m.CaseType)
	s.optional("relatedIndividualsRemoved", m.RelatedIndividualsRemoved)
	s.optional("effectScale", m.EffectScale)
	s.optional("zeroBased", m.ZeroBased)
	m.checkPhenotype(s, list, kept)
	m.checkBuild(s)
	m.checkCounts(s)
	m.checkDates(s)
	m.checkNumbers(s)
	return s.faults
}

// conventions returns how the file is written, where the file itself does not show it.
func (m *Metadata) conventions() sumstats.Conventions {
	return sumstats.Conventions{Scale: sumstats.EffectScale(m.EffectScale), ZeroBased: m.ZeroBased == "Yes",
		MissingTokens: strings.Fields(m.MissingTokens)}
}

// checkPhenotype finds the phenotype of the list by its code, ignoring case. A submission may keep a
// retired one.
func (m *Metadata) checkPhenotype(s *sheet, list []*Phenotype, kept string) {
	key := NameKey(m.Phenotype)
	at := slices.IndexFunc(list, func(p *Phenotype) bool { return NameKey(p.Code) == key })
	if at < 0 {
		s.fault("phenotype", notListed(list, m.Phenotype))
		return
	}
	p := list[at]
	m.Phenotype = p.Code
	if p.RetiredAt != nil && p.Code != kept {
		s.fault("phenotype", p.Code+" is retired: no new submission may have it. Choose another one, or ask for one.")
	}
	switch {
	case !p.Dichotomous && m.Cases != nil:
		s.fault("cases", p.Description+" is measured, so there are no cases. Leave this empty, or choose another phenotype.")
	case p.Dichotomous && m.Cases == nil:
		s.fault("cases", p.Description+" has cases and controls. Enter the number of cases: the effective sample size follows from it.")
	}
}

// notListed is the message that no phenotype has this code, with a suggestion.
func notListed(list []*Phenotype, typed string) string {
	if p := likelyPhenotype(list, typed); p != nil {
		return fmt.Sprintf("%s Did you mean %s (%s)?", noCode(typed), p.Description, p.Code)
	}
	return "Choose a phenotype of the list, or ask for one."
}

func noCode(typed string) string { return fmt.Sprintf("“%s” is not a code of the list.", typed) }

func (m *Metadata) checkBuild(s *sheet) {
	if m.GenomeBuild == BuildUnknown {
		s.fault("genomeBuild", needsBuild)
		return
	}
	s.choice("genomeBuild", m.GenomeBuild)
}

func (m *Metadata) checkCounts(s *sheet) {
	if m.TotalSampleSize < 1 {
		s.fault("totalSampleSize", "A whole number above 0.")
	}
	switch {
	case m.Cases == nil:
	case *m.Cases < 1:
		s.fault("cases", "A whole number above 0; leave it empty for a measured trait.")
	case m.TotalSampleSize > 0 && *m.Cases > m.TotalSampleSize:
		s.fault("cases", "More cases than the total sample size.")
	}
	if m.NumberOfVariantsForImputation != nil && *m.NumberOfVariantsForImputation < 1 {
		s.fault("numberOfVariantsForImputation", "A whole number above 0.")
	}
}

func (m *Metadata) checkDates(s *sheet) {
	start, hasStart := s.day("dataCollectionStart", m.DataCollectionStart)
	end, hasEnd := s.day("dataCollectionEnd", m.DataCollectionEnd)
	if hasStart && hasEnd && start.After(end) {
		s.fault("dataCollectionEnd", "The end is before the start.")
	}
}

func (m *Metadata) checkNumbers(s *sheet) {
	for key, value := range map[string]*float64{
		"variantCallRate": m.VariantCallRate, "sampleCallRate": m.SampleCallRate, "hwePValue": m.HwePValue, "maf": m.Maf,
		"maleProportionCohort": m.MaleProportionCohort, "maleProportionControls": m.MaleProportionControls,
		"maleProportionCases": m.MaleProportionCases, "maleProportionRecruitment": m.MaleProportionRecruitment,
	} {
		s.share(key, value)
	}
	for key, value := range map[string]*float64{
		"meanAgeCohort": m.MeanAgeCohort, "sdAgeCohort": m.SdAgeCohort, "meanAgeControl": m.MeanAgeControl,
		"sdAgeControls": m.SdAgeControls, "meanAgeCases": m.MeanAgeCases, "sdAgeCases": m.SdAgeCases,
		"meanAgeRecruitment": m.MeanAgeRecruitment, "sdAgeRecruitment": m.SdAgeRecruitment,
	} {
		s.positive(key, value)
	}
}

// controls returns the number of participants without the trait, nil for a quantitative trait.
func controls(total int64, cases *int64) *int64 {
	if cases == nil {
		return nil
	}
	n := total - *cases
	return &n
}
