package dataset

import (
	"context"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"time"

	"cohortium/internal/gwas/ssf"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// DepositReport is the stored part of a check about the table for a deposit in the GWAS Catalog.
type DepositReport struct {
	File    string   `json:"file"`    // name in the deposit
	Size    int64    `json:"size"`    // bytes, compressed
	MD5     string   `json:"md5"`     // hex
	CRC32   uint32   `json:"crc32"`   // IEEE
	PZero   bool     `json:"p_zero"`  // some P is 0
	Blocks  []string `json:"blocks"`  // why the GWAS Catalog would not accept the table
	Lacking []string `json:"lacking"` // everything that prevents a deposit: Blocks, and missing metadata
}

func newDepositReport(d *ssf.Deposit) *DepositReport {
	out := &DepositReport{Size: d.Size, MD5: d.MD5, CRC32: d.CRC32, PZero: d.PZero, Blocks: []string{}, Lacking: []string{}}
	for _, f := range d.Blocks() {
		out.Blocks = append(out.Blocks, f.Message)
	}
	return out
}

// deposit contains the parts of a deposit.
type deposit struct {
	dataset   *Dataset
	phenotype *Phenotype
	check     *Check
	report    *DepositReport
	several   bool   // several phenotypes in the data set, so the name includes this one
	changed   string // of the input of the meta-analysis that it is; "" if unchanged
}

// depositOf prepares the deposit of a file from a check with its report.
func (s *Service) depositOf(ctx context.Context, d *Dataset, f *File, c *Check) (*deposit, error) {
	var report struct {
		Deposit *DepositReport `json:"deposit"`
	}
	if err := json.Unmarshal(c.Report, &report); err != nil {
		return nil, err
	}
	phenotypes, err := s.store.Phenotypes(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	for _, p := range phenotypes {
		if p.ID == f.ParentID {
			_, changed, err := s.inputsChanged(ctx, []string{d.ID})
			return &deposit{dataset: d, phenotype: p, check: c, report: report.Deposit, several: len(phenotypes) > 1, changed: changed[d.ID]}, err
		}
	}
	return nil, errs.Missing("phenotype")
}

// name returns the file name of the table: that of the data set, in characters that every archive
// accepts.
func (p *deposit) name() string {
	name := safeName(strings.TrimSuffix(strings.TrimSuffix(p.dataset.Name, ".gz"), ".tsv"))
	if p.several {
		name += "_" + safeName(p.phenotype.Code)
	}
	return name + ".tsv.gz"
}

// safeName keeps letters, digits, dots, dashes and underscores of ASCII.
func safeName(text string) string {
	const longest = 100
	safe := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '.':
			return r
		}
		return '_'
	}, text)
	for strings.Contains(safe, "__") {
		safe = strings.ReplaceAll(safe, "__", "_")
	}
	safe = strings.Trim(safe[:min(len(safe), longest)], "._-")
	if safe == "" || device.MatchString(safe) {
		return strings.TrimSuffix("dataset_"+safe, "_")
	}
	return safe
}

// device matches names that Windows takes for devices, whatever their ending.
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)`)

// metadata returns the metadata of the table.
func (p *deposit) metadata() ssf.Metadata {
	build, _ := buildOf(p.check.Build)
	m := ssf.Metadata{
		Build: build, TraitDescription: p.phenotype.label(), SampleSize: p.phenotype.SampleSize,
		AncestryCategories: ancestryCategories(&p.dataset.Metadata), GenotypingTechnology: technologyOf(&p.dataset.Metadata),
		Sex: sexOf(p.dataset.Sex), Software: p.dataset.Software, PZero: p.report.PZero, DataFileName: p.name(), DataMD5: p.report.MD5, Sorted: true,
		DateLastModified: p.dataset.UpdatedAt.UTC().Format(time.DateOnly), Notes: p.changed,
	}
	for _, t := range p.dataset.Terms {
		m.Ontology = append(m.Ontology, strings.Replace(t.CURIE, ":", "_", 1))
	}
	if p.phenotype.Cases != nil && p.phenotype.Controls != nil {
		m.Cases, m.Controls = *p.phenotype.Cases, *p.phenotype.Controls
	}
	return m
}

// ancestryCategories returns the broad ancestry categories of the GWAS Catalog, which are our
// labels. A mixture without stated parts has none.
func ancestryCategories(m *Metadata) []string {
	codes := AllCodes().Ancestry
	var out []string
	for _, c := range m.AncestryCounts {
		if c.Ancestry != AncestryMixed && c.Ancestry != notApplicable {
			out = append(out, LabelOf(codes, c.Ancestry))
		}
	}
	if len(out) == 0 && m.Ancestry != AncestryMixed && m.Ancestry != notApplicable && m.Ancestry != "" {
		out = append(out, LabelOf(codes, m.Ancestry))
	}
	return out
}

// technologyOf returns the genotyping technology as stated, else as implied by the data type, in
// the words of the GWAS Catalog.
func technologyOf(m *Metadata) string {
	if m.Technology != "" {
		return m.Technology
	}
	return map[string]string{
		"exomchip": "Exome genotyping array", "exseq": "Exome-wide sequencing", "ichip": "Targeted genotyping array",
		"wgs": "Genome-wide sequencing",
	}[m.DataType]
}

func sexOf(code string) string {
	switch code {
	case "mixed":
		return "combined"
	case "male":
		return "M"
	case "female":
		return "F"
	}
	return "NR"
}

// shown returns the report with its file name and everything that a deposit lacks.
func (p *deposit) shown() *DepositReport {
	out := *p.report
	out.File, out.Lacking = p.name(), append([]string{}, out.Blocks...)
	for _, key := range p.metadata().Lacking() {
		switch key {
		case "genotyping_technology":
			out.Lacking = append(out.Lacking, "The data set does not state its genotyping technology.")
		case "sample_ancestry_category":
			out.Lacking = append(out.Lacking, "The data set does not state of which ancestries its people are.")
		case "analysis_software":
			out.Lacking = append(
				out.Lacking,
				"P is 0 in some rows, which the GWAS Catalog takes only with the name and version of the analysis software; the data set does not state it.",
			)
		case "sample_size":
			out.Lacking = append(out.Lacking, "The phenotype has no sample size.")
		}
	}
	return &out
}

// depositFor returns the deposit of a data file. errs.Conflict (no_deposit) without a good newest
// verdict.
func (s *Service) depositFor(ctx context.Context, by *auth.Identity, id, fileID string) (*deposit, error) {
	d, _, f, err := s.dataFileFor(ctx, by, id, fileID)
	if err != nil {
		return nil, err
	}
	c, err := s.judgedCheck(ctx, d, f)
	if err != nil {
		return nil, err
	}
	switch {
	case c == nil:
		return nil, errs.New(errs.Conflict, "no_deposit", "This file can be deposited once its check has passed; it has not been checked yet.")
	case c.Status == CheckFailed:
		return nil, errs.New(errs.Conflict, "no_deposit", "The check of this file failed. It can be deposited once a check has passed.")
	}
	if c, err = s.store.Check(ctx, c.ID); err != nil {
		return nil, err
	}
	return s.depositOf(ctx, d, f, c)
}

// DepositYAML returns the GWAS-SSF metadata of a data file.
func (s *Service) DepositYAML(ctx context.Context, by *auth.Identity, id, fileID string) (_ *file.Download, err error) {
	defer errs.Wrap(&err, "dataset.DepositYAML(%q, %q)", id, fileID)
	p, err := s.depositFor(ctx, by, id, fileID)
	if err != nil {
		return nil, err
	}
	return file.InMemory(p.name()+"-meta.yaml", "application/yaml", p.metadata().YAML(), p.dataset.UpdatedAt), nil
}

// Deposit returns the deposit of a data file as one ZIP: the table, its metadata, and the MD5 sums
// of both. It is created while it is sent.
func (s *Service) Deposit(ctx context.Context, by *auth.Identity, id, fileID string) (_ *file.Download, err error) {
	defer errs.Wrap(&err, "dataset.Deposit(%q, %q)", id, fileID)
	p, err := s.depositFor(ctx, by, id, fileID)
	if err != nil {
		return nil, err
	}
	key := CheckPrefix(p.check.FileID, p.check.ID, p.check.Attempt) + fileDeposit
	return p.zip(func(ctx context.Context, offset, length int64) (io.ReadCloser, error) {
		return s.blobs.OpenRange(ctx, key, offset, length)
	})
}
