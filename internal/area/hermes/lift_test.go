package hermes_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// foreign registers a file declared as GRCh38, which is not the consortium's build.
func (b *bench) foreign(t *testing.T, content []byte) *hermes.UploadView {
	t.Helper()
	u, err := b.registerOn(t, hermes.GRCh38, content)
	must(t, err)
	return u
}

// registerOn registers a file declared on a given build.
func (b *bench) registerOn(t *testing.T, build string, content []byte) (*hermes.UploadView, error) {
	t.Helper()
	info := b.files.Add(b.newID(), "uploader", "foreign.tsv", content, time.Now())
	must(t, b.store.CreateFile(t.Context(), &file.File{
		ID: info.ID, OwnerID: info.OwnerID, Name: info.Name, Size: info.Size, Received: info.Size, SHA256: info.SHA256,
		Complete: true, CreatedAt: info.CreatedAt, UpdatedAt: info.CreatedAt, ExpiresAt: info.ExpiresAt, HashState: []byte{},
	}, 1000, 1<<40))
	sheet := hermestest.Metadata("Foreign", "Cohort")
	sheet["genomeBuild"] = build
	metadata, err := json.Marshal(sheet)
	must(t, err)
	mapping := sumstats.Mapping{}
	for field, column := range hermestest.Mapping() {
		mapping[sumstats.Field(field)] = column
	}
	return b.Register(t.Context(), b.uploader, hermes.Registration{FileID: info.ID, Metadata: metadata, Mapping: mapping})
}

const foreignHeader = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\tn\n"

// published returns rows on GRCh38 of variants whose positions on both builds are published, and
// the start of each row on GRCh37.
func published(t *testing.T) (content []byte, on37 []string) {
	t.Helper()
	table, err := os.ReadFile("../../gwas/liftover/testdata/rsids.tsv")
	must(t, err)
	out := bytes.NewBufferString(foreignHeader)
	for i, line := range strings.Split(strings.TrimSpace(string(table)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		beta := 0.01 + 0.1*float64(i%9)
		fmt.Fprintf(out, "%s\t%s\tA\tG\t%.2f\t%.6f\t0.3\t0.3\t%s\t10000\n", cells[1], cells[3], beta, beta/1.0364334, cells[0])
		on37 = append(on37, "\n"+cells[1]+"\t"+cells[2]+"\t")
	}
	return out.Bytes(), on37
}

// unpacked returns the decompressed file of a submission.
func (b *bench) unpacked(t *testing.T, uploadID, name string) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(b.download(t, uploadID, name)))
	must(t, err)
	text, err := io.ReadAll(z)
	must(t, err)
	return string(text)
}

// A file on another build is lifted and then passes QC, even if workers crash on the way. Its rows
// have the positions of published tables.
func TestAFileOnAnotherAssemblyIsLifted(t *testing.T) {
	t.Parallel()
	content, on37 := published(t)
	for point, left := range map[string]hermes.UploadStatus{
		"": "", "qc:begun": hermes.SubmittedToLiftover, "qc:lifted": hermes.SubmittedToLiftover,
		"qc:computed": hermes.SubmittedToQC, "qc:stored": hermes.SubmittedToQC,
	} {
		t.Run(point, func(t *testing.T) {
			onEach(t, func(t *testing.T, b *bench) {
				u := b.foreign(t, content)
				if u.Status != hermes.SubmittedToLiftover {
					t.Errorf("registered as %s", u.Status)
				}
				rep := func() { must(t, b.RunJob(t.Context(), u.Run.JobID, b.claim(t, u.Run.JobID))) }
				if point != "" {
					if !b.die(t, u.Run.JobID, point) {
						t.Fatalf("the job never came to %s", point)
					}
					seen, err := b.Upload(t.Context(), b.uploader, u.ID)
					must(t, err)
					if seen.Status != left {
						t.Errorf("a dead worker left the status %s", seen.Status)
					}
					rep = func() { must(t, b.RunJob(t.Context(), u.Run.JobID, b.takeOver(t, u.Run.JobID))) }
				}
				rep()
				b.checkLifted(t, u.ID, content, on37)
			})
		})
	}
}

// checkLifted checks that lifting and QC took effect exactly once.
func (b *bench) checkLifted(t *testing.T, uploadID string, content []byte, on37 []string) {
	t.Helper()
	u, err := b.Upload(t.Context(), b.uploader, uploadID)
	must(t, err)
	var details []string
	for _, e := range u.History {
		if e.Action == "lifted over" || e.Action == "QC goes on" { // newest first
			details = append(details, e.Detail)
		}
	}
	if len(on37) != 1262 || !slices.Equal(details, []string{"", "1,261 of 1,262 rows lifted from GRCh38 (hg38) to GRCh37 (hg19)"}) {
		t.Errorf("lifting is told as %q", details)
	}
	if u.Run.Status != hermes.RunCompleted || u.Status != hermes.ReadyForReview && u.Status != hermes.FailedQC {
		t.Errorf("status %s, run %s", u.Status, u.Run.Status)
	}
	var report qc.Report
	must(t, json.Unmarshal(b.download(t, uploadID, qc.FileReport), &report))
	if l := report.Liftover; l == nil || l.Unmapped != 1 || l.Chain.SHA256 == "" || report.Build != "GRCh37" {
		t.Errorf("build %s, liftover %+v", report.Build, l)
	}
	clean, missing := b.unpacked(t, uploadID, qc.FileClean), 0
	for _, row := range on37 {
		if !strings.Contains(clean, row) {
			missing++
		}
	}
	if dropped := int(report.RowsIn - report.RowsClean); missing > dropped || dropped > 20 {
		t.Errorf("%d rows are not at their place, QC left %d out", missing, dropped)
	}
	if text := b.unpacked(t, uploadID, qc.FileUnmapped); strings.Count(text, "\n") != 2 {
		t.Errorf("not lifted: %q", text)
	}
	if original := b.download(t, uploadID, "original"); !bytes.Equal(original, content) {
		t.Error("the file is not as it was uploaded")
	}
}

// A file that mixes two builds fails in liftover. Its uploader corrects the sheet or uploads
// another file.
func TestLiftoverOfAMixedFileFails(t *testing.T) {
	out := bytes.NewBufferString(foreignHeader)
	for _, name := range []string{"crohns_ukbb_p1e-3_hg38.tsv.gz", "sle_bentham_3loci_hg19.tsv.gz"} { // both begin with chromosome, position, rs number
		file, err := os.Open("../../../testdata/real/" + name)
		must(t, err)
		z, err := gzip.NewReader(file)
		must(t, err)
		text, err := io.ReadAll(z)
		must(t, errors.Join(err, file.Close()))
		for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
			cells := strings.Split(line, "\t")
			fmt.Fprintf(out, "%s\t%s\tA\tG\t0.%d1\t0.05\t0.3\t0.3\t%s\t10000\n", cells[0], cells[1], i%9, cells[2])
		}
	}
	content := out.Bytes()
	onEach(t, func(t *testing.T, b *bench) {
		u := b.foreign(t, content)
		must(t, b.RunJob(t.Context(), u.Run.JobID, b.claim(t, u.Run.JobID)))
		seen, err := b.Upload(t.Context(), b.uploader, u.ID)
		must(t, err)
		if seen.Status != hermes.LiftoverFailed || !strings.Contains(seen.Run.Error, "Rows of both genome builds are mixed") || !seen.Actions["rerun"].Allowed {
			t.Errorf("%s: %s, %+v", seen.Status, seen.Run.Error, seen.Actions)
		}
		again, err := b.Rerun(t.Context(), b.uploader, u.ID, hermes.QCSettings{FD: 0.2, Adj: "none"}, true)
		must(t, err)
		if seen, err = b.Upload(t.Context(), b.uploader, u.ID); err != nil || seen.Status != hermes.SubmittedToLiftover {
			t.Errorf("%v, started again it is %s", err, seen.Status)
		}
		_, err = b.jobs.Cancel(t.Context(), b.uploader, again.JobID)
		must(t, err)
		if seen, err = b.Upload(t.Context(), b.uploader, u.ID); err != nil || seen.Status != hermes.FailedToSubmitToQC {
			t.Errorf("%v, cancelled it is %s", err, seen.Status)
		}
	})
}

// A file of rs numbers declared on another build needs no liftover and continues to QC.
func TestRSNumbersAreNotLifted(t *testing.T) {
	rows, sites := bytes.NewBufferString(foreignHeader), bytes.NewBufferString("#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n")
	for i := range 60 {
		fmt.Fprintf(rows, "1\t%d\tA\tG\t0.%d1\t0.05\t0.%d\t0.3\trs%d\t10000\n", 5_000_000+i, i%9, 11+i, 100+i)
		fmt.Fprintf(sites, "2\t%d\trs%d\tG\tA\t.\tPASS\tAF=0.%d\n", 7_000_000+i, 100+i, 11+i)
	}
	content := rows.Bytes()
	onEach(t, func(t *testing.T, b *bench) {
		panel := foreignPanel(t)
		path := filepath.Join(t.TempDir(), "panel.vcf")
		must(t, os.WriteFile(path, sites.Bytes(), 0o600))
		panel.Open = opens(path)
		u := b.run(t, b.foreign(t, content))
		must(t, b.store.Hermes().InTx(t.Context(), func(tx hermes.Tx) error { // as submissions of an earlier time are mapped
			row, err := tx.Upload(t.Context(), u.ID)
			must(t, err)
			var mapping sumstats.Mapping
			must(t, json.Unmarshal(row.Mapping, &mapping))
			delete(mapping, sumstats.FieldChromosome)
			delete(mapping, sumstats.FieldPosition)
			row.Mapping, err = json.Marshal(mapping)
			must(t, err)
			return tx.UpdateUpload(t.Context(), row)
		}))
		b.panels = panels{panel}
		again, err := b.rerun(t, u.ID, panel.Name)
		must(t, err)
		var details []string
		for _, e := range again.History {
			details = append(details, e.Action)
		}
		if len(details) < 3 || details[1] != "nothing to lift" || again.Run.Status != hermes.RunCompleted || *again.Run.RowsClean != 60 {
			t.Errorf("history %q, run %+v", details, again.Run)
		}
		if clean := b.unpacked(t, u.ID, qc.FileClean); !strings.Contains(clean, "\n2\t7000000\tA\tG\t") {
			t.Errorf("the rows are not where the panel has them:\n%.300s", clean)
		}
	})
}

// A missing panel is no liftover failure, although nothing was lifted yet. A damaged panel does not
// even stop QC.
func TestAPanelIsNoFaultOfLiftover(t *testing.T) {
	content, _ := published(t)
	onEach(t, func(t *testing.T, b *bench) {
		damaged := foreignPanel(t)
		broken := filepath.Join(t.TempDir(), "panel.vcf")
		must(t, os.WriteFile(broken, []byte("\x1f\x8b\x08\x00broken"), 0o600))
		damaged.Open = opens(broken)
		b.panels = panels{damaged}
		u := b.foreign(t, content)
		seen := b.run(t, u)
		last := seen.History[0]
		if seen.Run.Status != hermes.RunCompleted || !strings.HasPrefix(last.Detail, "Reference panel foreign not used, because it is unreadable: ") {
			t.Errorf("a damaged panel: %s, %+v", seen.Status, last)
		}
		b.crash = func(string) { b.panels = nil }
		gone, err := b.rerun(t, u.ID, "foreign")
		must(t, err)
		if gone.Status != hermes.FailedQC || !strings.Contains(gone.Run.Error, "no longer installed") {
			t.Errorf("a panel that is gone: %s, %s", gone.Status, gone.Run.Error)
		}
	})
}

// An uploader who does not know the build cannot continue, because liftover needs it.
func TestNoBuildIsNoBuild(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		r := b.registration(t, "Study", 1)
		r.Metadata = bytes.Replace(r.Metadata, []byte(`"genomeBuild":"hg19"`), []byte(`"genomeBuild":"n/a"`), 1)
		if _, err := b.Register(t.Context(), b.uploader, r); err == nil || !strings.Contains(fmt.Sprint(err), "attention") {
			t.Errorf("%v", err)
		}
	})
}

// The rows that were not lifted can be read by those who may read the file, and the file does not
// exist if nothing was to be lifted.
func TestReadingUnliftedRowsByRole(t *testing.T) {
	content, _ := published(t)
	onEach(t, func(t *testing.T, b *bench) {
		lifted, stayed := b.run(t, b.foreign(t, content)), b.run(t, b.register(t, "Stayed", 1))
		as := func(role, id string) *auth.Identity {
			return auth.NewIdentity(&auth.User{ID: id, UserName: id, Roles: []string{role}}, nil)
		}
		for _, c := range []struct {
			who    *auth.Identity
			upload string
			reads  bool
		}{
			{b.uploader, lifted.ID, true}, {b.reviewer, lifted.ID, true}, {as("analyst", "ann"), lifted.ID, true}, {as("admin", "adam"), lifted.ID, true},
			{as("uploader", "stranger"), lifted.ID, false}, {b.uploader, stayed.ID, false}, {b.reviewer, stayed.ID, false}, {b.uploader, "none", false},
		} {
			_, err := b.UploadFile(t.Context(), c.who, c.upload, qc.FileUnmapped, "")
			if c.reads != (err == nil) || (err != nil && !errs.Is(err, errs.NotFound)) {
				t.Errorf("%s of %s: %v", c.who.User.UserName, c.upload, err)
			}
		}
	})
}
