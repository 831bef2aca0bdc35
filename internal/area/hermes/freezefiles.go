package hermes

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/area/freeze"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// Files of a freeze that are created on download.
const (
	FreezeYAML    = "freeze.yaml"
	FreezeCells   = "cells.tsv"
	FreezeTopLoci = "top_loci.tsv"
	FreezeSums    = "SHA256SUMS"
	// FreezeDeposit has a row for each study of a GWAS Catalog deposit.
	FreezeDeposit = "gwas-catalog.tsv"
	// FreezeMetadata describes a published freeze for catalogues.
	FreezeMetadata = "metadata.jsonld"
)

// folder is the place of a result in the archive of a freeze.
func (r *FreezeRow) folder() string { return path.Join(r.Phenotype, r.Ancestry, r.Sex, r.Name) }

// meta returns what its files need of the meta-analysis of a complete row.
func (r *FreezeRow) meta() *Meta {
	return &Meta{ID: r.MetaID, Name: strings.ReplaceAll(r.folder(), "/", "_"), Files: r.Meta.Files, Attempt: r.Meta.Attempt, FinishedAt: r.Meta.FinishedAt}
}

// complete returns the complete rows of a freeze.
func complete(rows []*FreezeRow) []*FreezeRow {
	return slices.DeleteFunc(slices.Clone(rows), func(r *FreezeRow) bool { return r.state() != ResultDone })
}

// FreezeFile returns a file of a freeze that is created on download.
func (s *Service) FreezeFile(ctx context.Context, id *auth.Identity, freezeID, name string) (_ *file.Download, err error) {
	defer errs.Wrap(&err, "hermes.FreezeFile(%q, %q)", freezeID, name)
	f, err := s.freezeFor(ctx, id, freezeID)
	if err != nil {
		return nil, err
	}
	rows, err := s.store.FreezeRows(ctx, freezeID)
	if err != nil {
		return nil, err
	}
	content, kind := []byte(nil), "text/tab-separated-values; charset=utf-8"
	switch name {
	case FreezeYAML:
		kind = "application/yaml"
		content, err = s.freezeYAML(ctx, f)
	case FreezeCells:
		content = cellsTable(rows)
	case FreezeTopLoci:
		content, err = s.lociTable(ctx, f)
	case FreezeDeposit:
		content, err = s.depositSheet(ctx, f, rows)
	case FreezeSums:
		kind = "text/plain; charset=utf-8"
		content = checksumsOf(rows)
	default:
		return nil, errs.Missing("file")
	}
	if err != nil {
		return nil, err
	}
	return file.InMemory(f.fileName()+"."+name, kind, content, f.UpdatedAt), nil
}

func (f *Freeze) fileName() string { return f.Name + " " + f.ReleaseVersion }

// freezeYAML returns the document of a freeze for the command line. Its files are the clean files of
// the submissions, as they are named when they are downloaded.
func (s *Service) freezeYAML(ctx context.Context, f *Freeze) ([]byte, error) {
	p, err := s.planner(ctx, &f.Document, 0)
	if err != nil {
		return nil, err
	}
	d := p.plan
	d.Name, d.Version = f.Name, f.ReleaseVersion
	named := map[string]string{}
	d.Studies = slices.Clone(d.Studies)
	for i := range d.Studies {
		study, u := &d.Studies[i], p.studies[i]
		study.File = file.NameOnDisk(u.DatasetName + "." + qc.FileClean)
		named[u.DatasetName] = study.File
		if study.Cases > 0 {
			study.Controls, study.N = study.N-study.Cases, 0
		}
		study.Scale = string(u.Scale)
	}
	d.Exclude = slices.DeleteFunc(slices.Clone(d.Exclude), func(e freeze.Exclusion) bool { // of cohorts without an accepted submission
		return !slices.ContainsFunc(p.studies, func(u *FreezeUpload) bool {
			return strings.TrimSpace(u.Cohort) == e.Cohort && (e.File == "" || e.File == u.DatasetName)
		})
	})
	for i := range d.Exclude {
		d.Exclude[i].File = named[d.Exclude[i].File]
	}
	return d.YAML()
}

// checksumsOf returns the checksums of the files of all complete results, as sha256sum reads them.
func checksumsOf(rows []*FreezeRow) []byte {
	var lines []string
	for _, r := range complete(rows) {
		for _, f := range r.meta().Downloads() {
			lines = append(lines, f.SHA256+"  "+r.folder()+"/"+f.Name+"\n")
		}
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[64:], b[64:]) }) // by name
	return []byte(strings.Join(lines, ""))
}

func cellsTable(rows []*FreezeRow) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, "phenotype\tancestry\tsex\tresult\tstate\tn_studies\tparticipants\tn_variants\tn_loci\tlambda_gc\tmeta_id\tnotes")
	for _, r := range rows {
		var out FreezeResult
		r.show(&out, nil)
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\n", r.Phenotype, r.Ancestry, r.Sex, r.Name, out.State, out.NStudies,
			out.Participants, countText(out.NVariants), countText(out.NLoci), floatText(out.LambdaGC), r.MetaID, oneLineOf(strings.Join(out.Notes, " ")))
	}
	return b.Bytes()
}

func countText(n *int64) string {
	if n == nil {
		return "NA"
	}
	return strconv.FormatInt(*n, 10)
}

func floatText(x *float64) string {
	if x == nil {
		return "NA"
	}
	return strconv.FormatFloat(*x, 'g', 10, 64)
}

func oneLineOf(text string) string { return strings.Join(strings.Fields(text), " ") }

// lociTable lists the lead variants of all main results, strongest first.
func (s *Service) lociTable(ctx context.Context, f *Freeze) ([]byte, error) {
	main, err := s.mainResults(ctx, f)
	if err != nil {
		return nil, err
	}
	type line struct {
		p    float64
		text string
	}
	var lines []line
	for _, r := range main {
		found, err := s.lociOf(ctx, r.MetaID)
		if err != nil {
			return nil, err
		}
		loci := found.loci
		for i := range loci {
			l := changeAt(r.place(), &loci[i], [2]string{})
			lines = append(lines, line{float64(loci[i].NegLog10P), strings.Join([]string{r.Phenotype, r.Ancestry, r.Sex, l.Chromosome,
				strconv.Itoa(l.Position), l.EffectAllele, l.OtherAllele, orNA(l.RSID), orNA(l.Gene),
				orNA(numberCell(loci[i].Beta)), orNA(numberCell(loci[i].SE)), loci[i].P,
				orNA(numberCell(loci[i].N)), strconv.Itoa(loci[i].NStudies), loci[i].HetP}, "\t") + "\n"})
		}
	}
	slices.SortFunc(lines, func(a, b line) int {
		switch {
		case a.p > b.p:
			return -1
		case a.p < b.p:
			return 1
		}
		return strings.Compare(a.text, b.text)
	})
	out := "phenotype\tancestry\tsex\tchromosome\tbase_pair_location\teffect_allele\tother_allele\trsid\t" +
		"gene\tbeta\tstandard_error\tp_value\tn\tn_studies\thet_p\n"
	var b strings.Builder
	b.WriteString(out)
	for _, l := range lines {
		b.WriteString(l.text)
	}
	return []byte(b.String()), nil
}

func orNA(text string) string {
	if text == "" {
		return "NA"
	}
	return text
}

// FreezeArchive returns the name of an archive with the results of all cells, and a function that
// streams it.
func (s *Service) FreezeArchive(ctx context.Context, id *auth.Identity, freezeID string) (
	name string, write func(context.Context, io.Writer) error, err error,
) {
	defer errs.Wrap(&err, "hermes.FreezeArchive(%q)", freezeID)
	f, err := s.freezeFor(ctx, id, freezeID)
	if err != nil {
		return "", nil, err
	}
	rows, err := s.store.FreezeRows(ctx, freezeID)
	if err != nil {
		return "", nil, err
	}
	if len(complete(rows)) == 0 {
		return "", nil, errs.New(errs.Conflict, "no_results", "No result of this freeze is complete.")
	}
	loci, err := s.lociTable(ctx, f)
	if err != nil {
		return "", nil, err
	}
	made := []struct {
		name    string
		content []byte
	}{{FreezeCells, cellsTable(rows)}, {FreezeTopLoci, loci}, {FreezeSums, checksumsOf(rows)}}
	return f.fileName() + "." + FreezeEverything, func(ctx context.Context, w io.Writer) error {
		z := zip.NewWriter(w)
		for _, one := range made {
			to, err := z.CreateHeader(&zip.FileHeader{Name: one.name, Method: zip.Deflate, Modified: f.UpdatedAt.UTC()})
			if err != nil {
				return err
			}
			if _, err := to.Write(one.content); err != nil {
				return err
			}
		}
		for _, r := range complete(rows) {
			for _, one := range r.meta().Downloads() {
				if err := s.addAs(ctx, z, r.meta(), one.Name, r.folder()+"/"+one.Name); err != nil {
					return err
				}
			}
		}
		return z.Close()
	}, nil
}

// open reports whether a file of a result is published: its rows and their indexes, not what names
// submissions or has the effects of single cohorts.
func (f MetaFile) open() bool {
	return f.Name != meta.FileSummary && f.Name != meta.FileInputs && !strings.HasPrefix(f.Name, "results.leave-one-out")
}
