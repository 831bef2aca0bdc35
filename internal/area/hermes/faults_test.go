package hermes_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/file"
)

// edit changes words of the sheet, runs QC and returns its report.
func (b *bench) edit(t *testing.T, u *hermes.UploadView, before, after string, status hermes.UploadStatus) (*hermes.UploadView, *qc.Report) {
	t.Helper()
	var mapping sumstats.Mapping
	must(t, json.Unmarshal(u.Mapping, &mapping))
	sheet := bytes.Replace(u.Metadata, []byte(before), []byte(after), 1)
	if bytes.Equal(sheet, u.Metadata) {
		t.Fatalf("%s does not stand in %s", before, u.Metadata)
	}
	changed, err := b.Edit(t.Context(), b.uploader, u.ID, hermes.Edit{Version: u.Version, Metadata: sheet, Mapping: mapping, Withdraw: true})
	must(t, err)
	if changed.Status != status {
		t.Errorf("with %s the status is %s, want %s", after, changed.Status, status)
	}
	u = b.run(t, changed)
	report := &qc.Report{}
	must(t, json.Unmarshal(b.download(t, u.ID, qc.FileReport), report))
	return u, report
}

// A corrected build applies to the sheet, the row and the next run: rows are lifted if it differs
// from the consortium's, and are unchanged otherwise.
func TestAChangedBuildIsThatOfTheNextRun(t *testing.T) {
	content, on37 := published(t)
	onEach(t, func(t *testing.T, b *bench) {
		u := b.run(t, b.foreign(t, content))
		u, report := b.edit(t, u, `"genomeBuild":"grch38"`, `"genomeBuild":"hg19"`, hermes.SubmittedToQC)
		if u.GenomeBuild != hermes.Hg19 || report.Liftover != nil || strings.Contains(b.unpacked(t, u.ID, qc.FileClean), on37[0]) {
			t.Errorf("on %s, lifted %+v", u.GenomeBuild, report.Liftover)
		}
		u, report = b.edit(t, u, `"genomeBuild":"hg19"`, `"genomeBuild":"grch38"`, hermes.SubmittedToLiftover)
		if u.GenomeBuild != hermes.GRCh38 || report.Liftover == nil || !strings.Contains(b.unpacked(t, u.ID, qc.FileClean), on37[0]) {
			t.Errorf("on %s, lifted %+v", u.GenomeBuild, report.Liftover)
		}
	})
}

// However long the error of a failed run is, the submission leaves QC and can be run again.
func TestALongStoryOfAFailureIsKept(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		u := b.register(t, "Study", 1)
		story := strings.Repeat("it went wrong “så”. ", 50_000) // about a megabyte
		must(t, b.GiveUp(t.Context(), u.Run.JobID, b.claim(t, u.Run.JobID).Token, errors.New(story)))
		seen, err := b.Upload(t.Context(), b.uploader, u.ID)
		must(t, err)
		if seen.Status != hermes.FailedToSubmitToQC || !seen.Actions["rerun"].Allowed {
			t.Errorf("status %s, actions %+v", seen.Status, seen.Actions)
		}
		must(t, b.store.Hermes().InTx(t.Context(), func(tx hermes.Tx) error {
			run, err := tx.QCRun(t.Context(), u.RunID)
			must(t, err)
			run.Error = story
			return tx.UpdateQCRun(t.Context(), run)
		}))
		run, err := b.Run(t.Context(), b.uploader, u.ID, u.RunID)
		if err != nil || run.Error != story {
			t.Errorf("%v, %d bytes are kept of %d", err, len(run.Error), len(story))
		}
	})
}

// If QC fails after a successful liftover, the submission reports failed QC, and its build is that of
// its file.
func TestQCThatFailsBehindLiftover(t *testing.T) {
	content, _ := published(t)
	onEach(t, func(t *testing.T, b *bench) {
		u := b.foreign(t, content)
		if !b.die(t, u.Run.JobID, "qc:computed") {
			t.Fatal("the job was never computed")
		}
		must(t, b.GiveUp(t.Context(), u.Run.JobID, b.takeOver(t, u.Run.JobID).Token, errors.New("the disk is full")))
		seen, err := b.Upload(t.Context(), b.uploader, u.ID)
		must(t, err)
		if seen.Status != hermes.FailedToSubmitToQC || seen.GenomeBuild != hermes.GRCh38 || !seen.Actions["rerun"].Allowed {
			t.Errorf("%s on %s, %+v", seen.Status, seen.GenomeBuild, seen.Actions)
		}
	})
}

// Sizes are those of files of terabytes, names those of long addresses.
func TestLargeFilesAndLongNames(t *testing.T) {
	const size = 5 << 40
	name := strings.Repeat("Ärztin.", 40) + "@example.org"
	onEach(t, func(t *testing.T, b *bench) {
		storetest.AddUser(t, b.store, "long", name)
		long := auth.NewIdentity(&auth.User{ID: "long", UserName: name, Roles: []string{"uploader"}}, nil)
		r := b.registration(t, "Large", 1)
		r.FileID = b.newID()
		info := b.files.Add(r.FileID, "long", "large.tsv", hermestest.Sumstats(4400, 1), time.Now())
		info.Size = size
		must(t, b.store.CreateFile(t.Context(), &file.File{
			ID: r.FileID, OwnerID: "long", Name: info.Name, Size: size, Received: size, SHA256: info.SHA256, Complete: true,
			CreatedAt: info.CreatedAt, UpdatedAt: info.CreatedAt, ExpiresAt: info.ExpiresAt, HashState: []byte{},
		}, 1000, 1<<50))
		u, err := b.Register(t.Context(), long, r)
		must(t, err)
		page, err := b.Uploads(t.Context(), long, hermes.UploadFilter{Limit: 5})
		must(t, err)
		for _, seen := range []*hermes.UploadView{u, page.Items[0]} {
			if seen.FileSize != size || seen.UploadedBy != name {
				t.Errorf("%d bytes of %s", seen.FileSize, seen.UploadedBy)
			}
		}
	})
}
