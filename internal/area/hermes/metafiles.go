package hermes

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/spreadsheet"
)

// Files of a result that are created on download, from its summary.
const (
	FileTopLoci = "top-loci.csv"        // a line per lead variant
	FileStudies = "studies-at-loci.csv" // a line per lead variant and study, with the effect of the others
)

// MetaEverything is the name of the archive with all files of a result.
const MetaEverything = "everything.zip"

// FileInputChanged is in the archive if an input has changed since the result was made.
const FileInputChanged = "input-changed.txt"

// made creates the files that need only the summary; none without loci.
func (m *Meta) made() (map[string][]byte, error) {
	var summary struct {
		meta.Summary
		Loci *locusreport.Report `json:"loci_report"`
	}
	if len(m.Summary) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(m.Summary, &summary); err != nil {
		return nil, err
	}
	if len(summary.TopLoci) == 0 {
		return nil, nil
	}
	loci, err := asCSV(topLociRows(summary.TopLoci, summary.Loci))
	if err != nil {
		return nil, err
	}
	studies, err := asCSV(studyRows(summary.TopLoci))
	return map[string][]byte{FileTopLoci: loci, FileStudies: studies}, err
}

// All returns the downloadable files of a result: stored ones, and those that are created on
// download.
func (m *Meta) All() ([]MetaFile, error) {
	all := m.Downloads()
	made, err := m.made()
	for _, name := range []string{FileTopLoci, FileStudies} {
		if content, there := made[name]; there {
			sum := sha256.Sum256(content)
			all = append(all, MetaFile{Name: name, Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:])})
		}
	}
	return all, err
}

func asCSV(rows [][]string) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	err := w.WriteAll(rows)
	return out.Bytes(), err
}

// numberCell formats a value, empty if missing.
func numberCell(v meta.Number) string {
	if math.IsNaN(float64(v)) {
		return ""
	}
	return strconv.FormatFloat(float64(v), 'g', -1, 64)
}

// textCell returns a number or rs number that a summary holds as text, empty if missing. NA means
// missing for these, and is a name elsewhere.
func textCell(text string) string {
	if text == "NA" {
		return ""
	}
	return spreadsheet.Text(text)
}

// variantOf are the columns that identify a lead variant. Positions are 1-based, and effects refer
// to the effect allele.
var variantOf = []string{"chromosome", "base_pair_location", "rsid", "effect_allele", "other_allele"}

func variantCells(l *meta.Locus) []string {
	at := []string{"", ""}
	if l.Chromosome > 0 {
		at = []string{genome.Chromosome(l.Chromosome).String(), strconv.Itoa(int(l.Position))}
	}
	return append(at, textCell(l.RSID), l.EffectAllele, l.OtherAllele)
}

// judgedColumns are those of the judgement of a locus; empty in results of earlier versions.
var judgedColumns = []string{"verdict", "verdict_reasons", "verdict_sentences", "linked_variants", "outliers", "lambda_ld", "fine_mapping_method",
	"why_one_signal", "credible_sets", "credible_set_sizes", "credible_set_variants"}

func judgedCells(l *locusreport.Locus) []string {
	if l == nil {
		return make([]string, len(judgedColumns))
	}
	reasons := make([]string, len(l.Reasons))
	for i, r := range l.Reasons {
		reasons[i] = string(r)
	}
	sizes, leads := make([]string, len(l.Sets)), make([]string, len(l.Sets))
	for i := range l.Sets {
		sizes[i], leads[i] = strconv.Itoa(l.Sets[i].Size), l.Sets[i].Variants[0].Variant
	}
	return []string{string(l.Verdict), strings.Join(reasons, "; "), spreadsheet.Text(strings.Join(l.Sentences, " ")), strconv.Itoa(l.Compared),
		strconv.Itoa(l.Outliers), numberCell(meta.Number(l.Mismatch)), string(l.Method), spreadsheet.Text(l.Why), strconv.Itoa(len(l.Sets)),
		strings.Join(sizes, "; "), spreadsheet.Text(strings.Join(leads, "; "))}
}

func topLociRows(loci []meta.Locus, report *locusreport.Report) [][]string {
	rows := [][]string{append(slices.Clone(variantOf), "nearest_genes", "gene_distance", "effect_allele_frequency", "beta", "standard_error", "p_value",
		"neg_log_10_p_value", "n", "n_studies", "direction", "heterogeneity_p", "i2_percent", "significant_variants", "driven_by")}
	rows[0] = append(rows[0], judgedColumns...)
	for i := range loci {
		l := &loci[i]
		genes, distance := "", ""
		var judged *locusreport.Locus
		if report != nil && i < len(report.Loci) {
			judged = &report.Loci[i]
		}
		if l.Near != nil {
			genes, distance = spreadsheet.Text(spreadsheet.List(l.Genes)), strconv.Itoa(int(l.Distance))
		}
		rows = append(
			rows,
			append(
				variantCells(l),
				genes,
				distance,
				numberCell(l.EAF),
				numberCell(l.Beta),
				numberCell(l.SE),
				textCell(l.P),
				numberCell(l.NegLog10P),
				numberCell(
					l.N,
				),
				strconv.Itoa(l.NStudies),
				spreadsheet.Text(l.Direction),
				textCell(l.HetP),
				numberCell(l.I2),
				strconv.Itoa(l.Variants),
				spreadsheet.Text(l.DrivenBy),
			),
		)
		rows[i+1] = append(rows[i+1], judgedCells(judged)...)
	}
	return rows
}

func studyRows(loci []meta.Locus) [][]string {
	rows := [][]string{append(slices.Clone(variantOf), "study", "effect_allele_frequency", "beta", "standard_error", "neg_log_10_p_value", "n",
		"beta_without", "standard_error_without", "neg_log_10_p_value_without")}
	for i := range loci {
		for _, s := range loci[i].Studies {
			without := []string{"", "", ""}
			if s.Without != nil {
				without = []string{numberCell(s.Without.Beta), numberCell(s.Without.SE), numberCell(s.Without.NegLog10P)}
			}
			rows = append(rows, slices.Concat(variantCells(&loci[i]),
				[]string{spreadsheet.Text(s.Name), numberCell(s.EAF), numberCell(s.Beta), numberCell(s.SE), numberCell(s.NegLog10P), numberCell(s.N)}, without))
		}
	}
	return rows
}

// madeFile returns a file that is created on download.
func (m *Meta) madeFile(name string) (*file.Download, error) {
	made, err := m.made()
	if err != nil {
		return nil, err
	}
	content, there := made[name]
	if !there {
		return nil, errs.Missing("file")
	}
	return file.InMemory(m.Name+"."+name, "text/csv; charset=utf-8", content, *m.FinishedAt), nil
}

// MetaArchive returns the name of an archive with all files of a completed meta-analysis, and a
// function that streams it.
func (s *Service) MetaArchive(ctx context.Context, id *auth.Identity, metaID string) (name string, write func(context.Context, io.Writer) error, err error) {
	defer errs.Wrap(&err, "hermes.MetaArchive(%q)", metaID)
	m, err := s.completedMeta(ctx, id, metaID)
	if err != nil {
		return "", nil, err
	}
	all, err := m.All()
	if err != nil {
		return "", nil, err
	}
	changed, err := s.inputChanges(ctx, []*Meta{m})
	if err != nil {
		return "", nil, err
	}
	return m.Name + "." + MetaEverything, func(ctx context.Context, w io.Writer) error {
		z := zip.NewWriter(w)
		if err := s.addChanges(z, changed[m.ID]); err != nil {
			return err
		}
		for _, f := range all {
			if err := s.addTo(ctx, z, m, f.Name); err != nil {
				return err
			}
		}
		return z.Close()
	}, nil
}

// addChanges writes how the input has changed since the result was made, one sentence a line.
func (s *Service) addChanges(z *zip.Writer, changes []InputChange) error {
	if len(changes) == 0 {
		return nil
	}
	w, err := z.CreateHeader(&zip.FileHeader{Name: FileInputChanged, Method: zip.Deflate, Modified: s.now().UTC()})
	if err != nil {
		return err
	}
	for _, c := range changes {
		if _, err := io.WriteString(w, c.Sentence()+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// addTo copies a file of a result into an archive. Compressed files are stored as they are.
func (s *Service) addTo(ctx context.Context, z *zip.Writer, m *Meta, name string) error {
	return s.addAs(ctx, z, m, name, name)
}

// addAs is addTo with another name in the archive.
func (s *Service) addAs(ctx context.Context, z *zip.Writer, m *Meta, name, as string) error {
	f, err := s.metaFile(ctx, m, name)
	if err != nil {
		return err
	}
	r, err := f.OpenRange(ctx, 0, -1)
	if err != nil {
		return err
	}
	defer r.Close()
	method := zip.Deflate
	if strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".tbi") {
		method = zip.Store
	}
	w, err := z.CreateHeader(&zip.FileHeader{Name: as, Method: method, Modified: f.ModTime.UTC()})
	if err != nil {
		return err
	}
	_, err = io.Copy(w, file.Until(ctx, r))
	return err
}
