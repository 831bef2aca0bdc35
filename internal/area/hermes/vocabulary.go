package hermes

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/platform/auth"
)

// Vocabulary contains suggestions for a free text of the metadata sheet.
type Vocabulary struct {
	Field  string // key of the sheet
	Values []Term // used ones first
}

// Term is one text with the number of submissions that use it.
type Term struct {
	Value string
	Used  int
}

// vocabularies are the texts with suggestions, each with well-known names. Names that the
// consortium uses come first.
var vocabularies = []struct {
	field string
	known []string
	of    func(*Metadata) string
}{
	{"cohort", []string{"UK Biobank", "FinnGen", "BioBank Japan", "All of Us", "Million Veteran Program", "Estonian Biobank", "deCODE",
		"BioVU", "BioMe", "DiscovEHR", "Mass General Brigham Biobank", "Generation Scotland", "Lifelines", "HUNT", "ARIC", "CHS", "FHS", "WGHS"},
		func(m *Metadata) string { return m.Cohort }},
	{"contactPerson", nil, func(m *Metadata) string { return m.ContactPerson }},
	{"genotypingArray", []string{"Illumina Global Screening Array", "Illumina Multi-Ethnic Global Array", "Illumina Global Diversity Array",
		"Illumina OmniExpress", "Illumina Omni2.5", "Illumina Human610-Quad", "Illumina HumanCoreExome", "Affymetrix Genome-Wide Human SNP Array 6.0",
		"UK Biobank Axiom Array", "UK BiLEVE Axiom Array", "FinnGen Axiom Array", "Axiom Precision Medicine Research Array"},
		func(m *Metadata) string { return m.GenotypingArray }},
	{"callingAlgorithm", []string{"GenCall (GenomeStudio)", "AxiomGT1 (Axiom Analysis Suite)", "Birdseed", "optiCall", "zCall", "GATK HaplotypeCaller"},
		func(m *Metadata) string { return m.CallingAlgorithm }},
	{"imputationSoftware", []string{"Eagle2, Minimac4", "SHAPEIT4, IMPUTE5", "SHAPEIT2, IMPUTE2", "SHAPEIT3, IMPUTE4", "Minimac4", "Minimac3", "Beagle 5",
		"GLIMPSE2", "Michigan Imputation Server", "TOPMed Imputation Server", "Sanger Imputation Service"},
		func(m *Metadata) string { return m.ImputationSoftware }},
	{"imputationReference", []string{"HRC r1.1", "TOPMed r2", "TOPMed r3", "1000 Genomes phase 3", "1000 Genomes phase 1", "UK10K and 1000 Genomes phase 3",
		"HRC and UK10K", "SISu v3", "SISu v4", "CAAPA", "HapMap 2"}, func(m *Metadata) string { return m.ImputationReference }},
	{"imputationQualityMeasure", []string{"INFO > 0.3", "INFO > 0.8", "R² > 0.3", "R² > 0.8"}, func(m *Metadata) string { return m.ImputationQualityMeasure }},
	{"analysisSoftware", []string{"REGENIE", "SAIGE", "BOLT-LMM", "PLINK 2", "PLINK 1.9", "GCTA fastGWA", "GCTA fastGWA-GLMM", "SNPTEST", "GEMMA", "RVTESTS",
		"EPACTS", "GENESIS", "Hail", "METAL"}, func(m *Metadata) string { return m.AnalysisSoftware }},
	{
		"statisticalModel",
		[]string{"Logistic regression", "Firth logistic regression", "Logistic mixed model", "Linear regression", "Linear mixed model", "Cox regression"},
		func(m *Metadata) string { return m.StatisticalModel },
	},
}

// Vocabularies suggests values for the free texts of the metadata sheet: those of the submissions
// that the caller may see, most used first, then well-known names.
func (s *Service) Vocabularies(ctx context.Context, id *auth.Identity) ([]Vocabulary, error) {
	used := make([]map[string]int, len(vocabularies))
	for i := range used {
		used[i] = map[string]int{}
	}
	err := s.eachVisible(ctx, id, UploadFilter{}, func(u *Submission) error {
		m := new(Metadata)
		if err := json.Unmarshal(u.Metadata, m); err != nil {
			return fmt.Errorf("metadata of %s: %w", u.ID, err)
		}
		for i, v := range vocabularies {
			if text := strings.TrimSpace(v.of(m)); text != "" {
				used[i][text]++
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := make([]Vocabulary, len(vocabularies))
	for i, v := range vocabularies {
		out[i] = Vocabulary{Field: v.field, Values: terms(used[i], v.known)}
	}
	return out, nil
}

// longestVocabulary limits the suggestions; only rare texts are beyond it.
const longestVocabulary = 200

func terms(used map[string]int, known []string) []Term {
	out := make([]Term, 0, len(used)+len(known))
	taken := map[string]bool{}
	for text, n := range used {
		out = append(out, Term{text, n})
		taken[strings.ToLower(text)] = true
	}
	slices.SortFunc(out, func(a, b Term) int { return cmp.Or(b.Used-a.Used, strings.Compare(a.Value, b.Value)) })
	out = out[:min(len(out), longestVocabulary)]
	for _, text := range known {
		if !taken[strings.ToLower(text)] {
			out = append(out, Term{Value: text})
		}
	}
	return out
}
