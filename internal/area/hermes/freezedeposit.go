package hermes

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/ssf"
)

// depositColumns are those of the sheets study and sample of the GWAS Catalog's template for summary
// statistics, which a submitter copies there. What the server does not know is empty.
var depositColumns = []string{
	"study_tag", "genotyping_technology", "imputation", "imputation_panel", "variant_count", "statistical_model", "study_description", "reported_trait",
	"efo_trait", "background_trait", "summary_statistics_file", "checksum", "summary_statistics_assembly", "readme_file", "cohort", "stage",
	"number_of_individuals", "number_of_cases", "number_of_controls", "ancestry_category",
}

// depositSheet has a row for each complete result with a GWAS-SSF table.
func (s *Service) depositSheet(ctx context.Context, f *Freeze, rows []*FreezeRow) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(strings.Join(depositColumns, "\t") + "\n")
	for _, r := range complete(rows) {
		table := r.meta().Downloads()
		if r.Name == freeze.SexDifference || !slices.ContainsFunc(table, func(one MetaFile) bool { return one.Name == FileSSF }) {
			continue
		}
		line, err := s.depositLine(ctx, f, r)
		if err != nil {
			return nil, err
		}
		b.WriteString(strings.Join(line, "\t") + "\n")
	}
	return b.Bytes(), nil
}

func (s *Service) depositLine(ctx context.Context, f *Freeze, r *FreezeRow) ([]string, error) {
	words, err := s.PhenotypeWords(ctx, r.Phenotype)
	if err != nil {
		return nil, err
	}
	facts, err := s.MetaFacts(ctx, r.MetaID)
	if err != nil {
		return nil, err
	}
	sum, err := s.depositChecksum(ctx, r)
	if err != nil {
		return nil, err
	}
	var n, cases, controls int64
	stated := true
	var cohorts, ancestries []string
	for _, in := range r.Spec.Inputs {
		n += in.NTotal
		stated = stated && in.Cases != nil
		if in.Cases != nil {
			cases += *in.Cases
			controls += in.NTotal - *in.Cases
		}
		cohorts = append(cohorts, strings.TrimSpace(in.Cohort))
		ancestries = append(ancestries, ssf.AncestryCategoryOf(in.Ancestry))
	}
	slices.Sort(cohorts)
	slices.Sort(ancestries)
	numbers := []string{strconv.FormatInt(n, 10), "", ""}
	if stated {
		numbers[1], numbers[2] = strconv.FormatInt(cases, 10), strconv.FormatInt(controls, 10)
	}
	return slices.Concat([]string{
		strings.ReplaceAll(r.folder(), "/", "_"), "", "", "", countText(r.Meta.NVariants), r.Name, oneLineOf(f.Name + " " + f.ReleaseVersion),
		oneLineOf(wordsOr(words, r.Phenotype)), "", "", r.publicName(FileSSF), sum, string(facts.Build), "",
		strings.Join(slices.Compact(cohorts), "|"), "discovery",
	}, numbers, []string{strings.Join(slices.Compact(ancestries), "|")}), nil
}

var dataMD5 = regexp.MustCompile(`(?m)^data_file_md5sum: "([0-9a-f]{32})"`)

// depositChecksum returns the MD5 of the GWAS-SSF table of a result, from its metadata.
func (s *Service) depositChecksum(ctx context.Context, r *FreezeRow) (_ string, err error) {
	d, err := s.metaFile(ctx, r.meta(), FileSSFMeta)
	if err != nil {
		return "", err
	}
	in, err := d.OpenRange(ctx, 0, -1)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	text, err := io.ReadAll(io.LimitReader(in, 1<<20))
	if found := dataMD5.FindSubmatch(text); found != nil {
		return string(found[1]), err
	}
	return "", err
}
