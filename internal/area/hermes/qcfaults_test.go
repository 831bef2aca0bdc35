package hermes_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/biogo/hts/bgzf"
	"github.com/klauspost/compress/gzip"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/file"
)

// eachLine changes the lines of a table, the header among them; cells are those of hermestest.Sumstats.
func eachLine(text []byte, change func(i int, cells []string) []string) []byte {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.Join(change(i, strings.Split(line, "\t")), "\t")
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// Rows that QC excludes by a threshold of a mapped column are in no meta-analysis.
func TestRowsExcludedByQCAreNotCombined(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.change = func(text []byte) []byte {
			return eachLine(text, func(i int, cells []string) []string {
				switch {
				case i == 0:
					return append(cells, "info")
				case i <= 7:
					return append(cells, "0.2")
				}
				return append(cells, "0.95")
			})
		}
		it := 0.5
		var ids []string
		for seed, name := range []string{"One", "Two"} {
			r := b.registration(t, name, uint64(seed))
			r.Mapping[sumstats.FieldInfo] = "info"
			u, err := b.Register(t.Context(), b.uploader, r)
			must(t, err)
			b.run(t, u)
			_, err = b.Rerun(t.Context(), b.uploader, u.ID, hermes.QCSettings{FD: 0.2, Adj: "none", IT: &it}, true)
			must(t, err)
			u, err = b.Upload(t.Context(), b.uploader, u.ID)
			must(t, err)
			b.run(t, u)
			var report qc.Report
			must(t, json.Unmarshal(b.download(t, u.ID, qc.FileReport), &report))
			if report.RowsIn != 4400 || report.RowsClean != 4393 {
				t.Errorf("%d of %d rows are clean, left out %v", report.RowsClean, report.RowsIn, report.ExcludedByReason)
			}
			_, err = b.Review(t.Context(), b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept})
			must(t, err)
			ids = append(ids, u.ID)
		}
		m, err := b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "Clean", Phenotype: "ALL_HF", Datasets: ids,
			Options: hermes.MetaOptions{Scheme: "ivw", MinStudies: 1, Palindromic: "keep"}})
		must(t, err)
		must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
		var s meta.Summary
		must(t, json.Unmarshal([]byte(byName(b.contents(t, "hermes/ma/"+m.ID+"/"))["summary.json"]), &s))
		if s.NVariants != 4393 {
			t.Errorf("%d variants are combined, want the 4393 that QC kept", s.NVariants)
		}
	})
}

// A file with odds ratios and minor allele frequencies passes like one with effects and effect
// allele frequencies.
func TestRatiosAndMinorFrequenciesPassQC(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		var beta float64
		b.change = func(text []byte) []byte {
			return eachLine(text, func(i int, cells []string) []string {
				if i == 0 {
					cells[4], cells[6] = "OR", "MAF"
					return cells
				}
				effect, err := strconv.ParseFloat(cells[4], 64)
				must(t, err)
				f, err := strconv.ParseFloat(cells[6], 64)
				must(t, err)
				if i == 1 {
					beta = effect
				}
				cells[4], cells[6] = fmt.Sprintf("%.8g", math.Exp(effect)), fmt.Sprintf("%.4f", min(f, 1-f))
				return cells
			})
		}
		r := b.registration(t, "Ratios", 1)
		delete(r.Mapping, sumstats.FieldBeta)
		delete(r.Mapping, sumstats.FieldEAF)
		r.Mapping[sumstats.FieldOddsRatio], r.Mapping[sumstats.FieldMAF] = "OR", "MAF"
		u, err := b.Register(t.Context(), b.uploader, r)
		must(t, err)
		u = b.run(t, u)
		var report qc.Report
		must(t, json.Unmarshal(b.download(t, u.ID, qc.FileReport), &report))
		if u.Status != hermes.ReadyForReview || report.RowsClean != 4400 {
			t.Errorf("%s with %d clean rows, left out %v", u.Status, report.RowsClean, report.ExcludedByReason)
		}
		lines := strings.Split(b.unpacked(t, u.ID, qc.FileClean), "\n")
		column := map[string]int{}
		for i, name := range strings.Split(lines[0], "\t") {
			column[name] = i
		}
		got, err := strconv.ParseFloat(strings.Split(lines[1], "\t")[column["beta"]], 64)
		if err != nil || math.Abs(got-beta) > 1e-6 {
			t.Errorf("the effect of the first row is %v (%v), want %v", got, err, beta)
		}
	})
}

// A file without any row after QC is not offered to reviewers.
func TestAFileWithoutACleanRowIsNotForReview(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.change = func(text []byte) []byte {
			return eachLine(text, func(i int, cells []string) []string {
				if i > 0 {
					cells[7] = "1.5" // no P
				}
				return cells
			})
		}
		u := b.run(t, b.register(t, "Empty", 1))
		seen, err := b.Upload(t.Context(), b.reviewer, u.ID)
		must(t, err)
		if seen.Status != hermes.FailedQC || seen.Actions["review"].Allowed {
			t.Errorf("%s, %+v", seen.Status, seen.Actions["review"])
		}
		_, err = b.Review(t.Context(), b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept})
		if err == nil {
			t.Error("accepted")
		}
	})
}

// File names do not affect recognition: rare, wrong or missing extensions, and names with spaces
// and symbols.
func TestAFileIsReadByItsContentNotByItsName(t *testing.T) {
	plain := hermestest.Sumstats(4400, 1)
	var packed, blocks bytes.Buffer
	for _, w := range []io.WriteCloser{gzip.NewWriter(&packed), bgzf.NewWriter(&blocks, 1)} {
		_, err := w.Write(plain)
		must(t, errors.Join(err, w.Close()))
	}
	onEach(t, func(t *testing.T, b *bench) {
		for i, c := range []struct {
			name    string
			content []byte
		}{
			{"study.tsv.bgzip", blocks.Bytes()}, {"study.gzip", packed.Bytes()}, {"study.txt", packed.Bytes()}, {"study.tsv.gz", plain},
			{"summary statistics (final; v2).tsv.bgz", blocks.Bytes()}, {"study", blocks.Bytes()}, {`$(touch x) 'a' "b".GZIP`, packed.Bytes()},
		} {
			r := b.registration(t, fmt.Sprintf("Study %d", i), 1)
			info := b.files.Add(b.newID(), "uploader", c.name, c.content, time.Now())
			must(t, b.store.CreateFile(t.Context(), &file.File{
				ID: info.ID, OwnerID: info.OwnerID, Name: info.Name, Size: info.Size, Received: info.Size, SHA256: info.SHA256,
				Complete: true, CreatedAt: info.CreatedAt, UpdatedAt: info.CreatedAt, ExpiresAt: info.ExpiresAt, HashState: []byte{},
			}, 1000, 1<<40))
			r.FileID = info.ID
			u, err := b.Register(t.Context(), b.uploader, r)
			must(t, err)
			u = b.run(t, u)
			if u.Status != hermes.ReadyForReview || u.FileName != c.name {
				t.Errorf("%q: %s as %q", c.name, u.Status, u.FileName)
				continue
			}
			var report qc.Report
			must(t, json.Unmarshal(b.download(t, u.ID, qc.FileReport), &report))
			if report.RowsClean != 4400 {
				t.Errorf("%q: %d of 4,400 rows are clean", c.name, report.RowsClean)
			}
		}
	})
}

// Names in any script are stored unchanged.
func TestNamesOfAnyScript(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		const name = "心不全の研究 № 3 – Ärzte, Łódź"
		u := b.run(t, b.register(t, name, 1))
		page, err := b.Uploads(t.Context(), b.uploader, hermes.UploadFilter{Query: "łódź", Limit: 5})
		must(t, err)
		if u.DatasetName != name || u.Status != hermes.ReadyForReview || u.FileName != name+".tsv" || page.Total != 1 {
			t.Errorf("%q of %q, %s, found %d times", u.DatasetName, u.FileName, u.Status, page.Total)
		}
		sheet, err := b.MetadataCSV(t.Context(), b.uploader, nil)
		must(t, err)
		if !strings.Contains(string(sheet), name) {
			t.Errorf("the table of metadata lacks %q", name)
		}
	})
}
